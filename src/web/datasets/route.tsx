import { useParams } from '../ui/router.tsx'
import { DatasetPage } from './dataset-page.tsx'
import { NewDatasetPage } from './new-dataset-page.tsx'

function DatasetsScreen() {
  const { id } = useParams()
  return id === undefined ? <NewDatasetPage /> : <DatasetPage key={id} />
}

export const datasetsRoute = {
  path: ['/dataset/add/', '/dataset/:id/edit/', '/tablemodelview/edit/:id'],
  Component: DatasetsScreen,
}
