import { TitleComponent } from 'echarts/components'
import { use } from 'echarts/core'

use([TitleComponent])
