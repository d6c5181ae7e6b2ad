import { ParallelChart } from 'echarts/charts'
import { ParallelComponent } from 'echarts/components'
import { use } from 'echarts/core'

use([ParallelChart, ParallelComponent])
