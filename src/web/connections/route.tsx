import { useParams } from '../ui/router.tsx'
import { ConnectionPage } from './connection-page.tsx'

function ConnectionsScreen() {
  const { id } = useParams()
  return <ConnectionPage key={id ?? 'new'} id={id} />
}

export const connectionsRoute = {
  path: ['/databaseview/add/', '/databaseview/:id/edit/'],
  Component: ConnectionsScreen,
}
