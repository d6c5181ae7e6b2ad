import { VisualMapComponent } from 'echarts/components'
import { use } from 'echarts/core'

use([VisualMapComponent])
