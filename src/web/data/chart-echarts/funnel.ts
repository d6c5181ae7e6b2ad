import { FunnelChart } from 'echarts/charts'
import { use } from 'echarts/core'

use([FunnelChart])
