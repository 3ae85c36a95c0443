import { expect, test } from 'vitest'
import { readOptions } from '../page-options.ts'
import { checkProjectLook } from './check-project-look.ts'

const FRAME = new URL('https://chat.test/p/shop/frame')
const VIOLET = { accent: '#7c3aed', launcherLabel: 'Ask Pip' }

const check = (all: Record<string, unknown>, ofProject: object, frame = FRAME) =>
  checkProjectLook({ all, read: readOptions(all) }, ofProject, frame)

test('a launcher in another look than its project’s is told, with both remedies', () => {
  expect(check({}, VIOLET)).toBe(
    '[Alcove] The launcher has another accent, launcherLabel than project "shop". Load https://chat.test/p/shop/alcove.js; in a module, createChat({ projectLook: {"accent":"#7c3aed","launcherLabel":"Ask Pip"} }).',
  )
  expect(check({}, VIOLET, new URL('https://chat.test/base/frame'))).toContain(
    'project "default". Load https://chat.test/base/p/default/alcove.js',
  )
})

test('a look that changed or went at the service is told', () => {
  expect(check({ projectLook: VIOLET }, { ...VIOLET, accent: '#123456' })).toContain('accent than')
  expect(check({ projectLook: VIOLET }, {})).toContain('accent, launcherLabel than')
})

test.each([
  ['no look', {}, {}],
  ['the project’s look', { projectLook: VIOLET }, VIOLET],
  [
    'options of the page itself',
    { theme: { accent: '#000000' }, launcher: { label: 'Help' } },
    VIOLET,
  ],
])('nothing is told of %s', (_, all, ofProject) => {
  expect(check(all, ofProject)).toBeUndefined()
})
