import { SunburstChart } from 'echarts/charts'
import { use } from 'echarts/core'

use([SunburstChart])
