import { LineChart } from 'echarts/charts'
import { MarkAreaComponent, MarkLineComponent } from 'echarts/components'
import { use } from 'echarts/core'

use([LineChart, MarkAreaComponent, MarkLineComponent])
