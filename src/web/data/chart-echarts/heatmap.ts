import { HeatmapChart } from 'echarts/charts'
import { use } from 'echarts/core'

use([HeatmapChart])
