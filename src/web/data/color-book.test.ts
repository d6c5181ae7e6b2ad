import { expect, it } from 'vitest'
import { createColorBook } from './color-book.ts'

it('keeps the first place of a label and says when one is added', () => {
  const book = createColorBook()
  let changes = 0
  const forget = book.subscribe(() => {
    changes += 1
  })
  book.note({ DE: 0, FR: 1 }, 1)
  book.note({ FR: 4, IT: 2 }, 2)
  book.note({ IT: 3, DE: 5 }, 2)
  expect(book.places()).toEqual({ DE: 0, FR: 1, IT: 2 })
  expect(changes).toBe(2)
  expect(book.shared()).toEqual(['DE', 'FR'])
  forget()
  book.note({ ES: 6, PT: 7 }, 3)
  expect(changes).toBe(2)
})

it('does not bind a label that stands alone in its chart', () => {
  const book = createColorBook()
  book.note({ Revenue: 0 }, 1)
  expect(book.places()).toEqual({})
})
