import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { PATHS } from '../app/places.ts'
import { LinkButton } from '../ui/button.tsx'
import { useText } from '../ui/text.ts'
import { useViewport } from '../ui/viewport.ts'

const UploadButton = lazy(() =>
  import('../data/uploads/upload-button.tsx').then((module) => ({ default: module.UploadButton })),
)

export function NewDatabase() {
  const t = useText()
  const isPhone = useViewport() === 'phone'
  return (
    <>
      {!isPhone && (
        <Suspense fallback={null}>
          <UploadButton />
        </Suspense>
      )}
      <LinkButton variant="primary" icon={<IconPlus aria-hidden />} to={PATHS.newDatabase}>
        {t('New connection')}
      </LinkButton>
    </>
  )
}
