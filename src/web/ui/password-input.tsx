import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from './button.tsx'
import { TextInput, type TextInputProps } from './field.tsx'
import { useText } from './text.ts'

type PasswordInputProps = Omit<TextInputProps, 'type' | 'right'> & { mark?: ReactNode }

/** A password that can be made visible. */
export function PasswordInput({ mark, ...rest }: PasswordInputProps) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  return (
    <TextInput
      {...rest}
      type={isShown ? 'text' : 'password'}
      right={
        <>
          {mark}
          <IconButton
            size="sm"
            label={isShown ? t('Hide password') : t('Show password')}
            icon={isShown ? <IconEyeOff aria-hidden /> : <IconEye aria-hidden />}
            onClick={() => setShown(!isShown)}
          />
        </>
      }
    />
  )
}
