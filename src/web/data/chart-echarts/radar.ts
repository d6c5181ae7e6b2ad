import { RadarChart } from 'echarts/charts'
import { use } from 'echarts/core'

use([RadarChart])
