import { expect, test } from 'vitest'
import { judgeTheme } from './theme-verdict.ts'

test('of no accent, the chat’s own colours are judged', () => {
  const { palette, refused, closest, movedTo } = judgeTheme('light', undefined, undefined)

  expect(palette.accent).toBe('#0f6b5c')
  expect([refused, movedTo]).toEqual([[], undefined])
  expect(closest.filter(({ ratio, least }) => ratio < least)).toEqual([])
})

test.each(['#ffff00', '#3d5a3a', 'red', '#12'])(
  'all colours are readable with the accent %s (D29)',
  (accent) => {
    for (const scheme of ['light', 'dark'] as const) {
      const { closest } = judgeTheme(scheme, accent, 'balanced')
      expect(closest.filter(({ ratio, least }) => ratio < least)).toEqual([])
    }
  },
)

test('an accent that cannot be drawn as it is says as what it is drawn', () => {
  expect(judgeTheme('light', '#ffff00', 'balanced').movedTo).toMatch(/^#[\da-f]{6}$/)
  expect(judgeTheme('light', '#0F6B5C', 'balanced').movedTo).toBeUndefined()
})

test('a colour of one’s own that makes a text unreadable is refused, another is taken', () => {
  const { palette, refused } = judgeTheme('light', undefined, undefined, {
    text: '#cccccc',
    link: '#0000cc',
  })

  expect(refused).toContainEqual(expect.objectContaining({ front: 'text', least: 4.5 }))
  expect(palette).toMatchObject({ link: '#0000cc', text: '#1a1f1e' })
})
