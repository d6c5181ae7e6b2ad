import { IconPlus } from '@tabler/icons-react'
import { LinkButton } from '../ui/button.tsx'
import { Navigate } from '../ui/router.tsx'
import { useText } from '../ui/text.ts'
import { useEditedId } from './use-edited-id.ts'

const NEW_DATASET = '/dataset/add/'

export function NewDataset() {
  const t = useText()
  return (
    <LinkButton variant="primary" icon={<IconPlus aria-hidden />} to={NEW_DATASET}>
      {t('New dataset')}
    </LinkButton>
  )
}

/** ?edit=new in the address of the list leads to the page that makes one. */
export function NewDatasetRoute() {
  return useEditedId().edited === 'new' ? <Navigate to={NEW_DATASET} replace /> : null
}
