import { expect, it } from 'vitest'
import { permissionsByView } from './role-permissions.ts'

it('gathers permissions by what they are on, and searches both', () => {
  const pairs = [
    { permission_name: 'can_write', view_menu_name: 'Chart' },
    { permission_name: 'can_read', view_menu_name: 'Chart' },
    { permission_name: 'can_read', view_menu_name: 'Annotation' },
  ]
  expect(permissionsByView(pairs, '')).toEqual([
    { view: 'Annotation', permissions: ['can_read'] },
    { view: 'Chart', permissions: ['can_read', 'can_write'] },
  ])
  expect(permissionsByView(pairs, ' WRITE')).toEqual([{ view: 'Chart', permissions: ['can_write'] }])
})
