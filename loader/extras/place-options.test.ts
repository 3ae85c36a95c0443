import { expect, test } from 'vitest'
import { LOADER_OPTIONS } from '../../shared/look/loader-options.ts'
import { NOTICE_TEXT_MAX } from './notice.ts'
import { PLACE_OPTIONS, PROACTIVE_DELAY_MAX_S, readPlace } from './place-options.ts'

test('valid options stay, as attributes and as values', () => {
  for (const place of [
    { mode: 'sidebar', push: true, avoid: '#banner', triggers: 'true', titleBadge: 'false' },
    { mode: 'inline', target: document.body },
    { mode: 'inline', target: '#help', launcher: '.open, .ask' },
    { showOn: ['/shop/*'], hideOn: '/pay /login', launcher: 'none' },
    { proactive: 'x'.repeat(NOTICE_TEXT_MAX), proactiveDelay: PROACTIVE_DELAY_MAX_S },
    { proactiveDelay: '0' },
  ]) {
    expect(readPlace(place)).toEqual(place)
  }
})

test.each([
  { mode: 'floating' },
  { mode: 'inline' },
  { mode: 'inline', target: '<div>' },
  { push: 'yes' },
  { avoid: '#' },
  { launcher: '..' },
  { showOn: 'shop' },
  { linksPaths: 'shop' },
  { hideOn: ['/pay', 'login'] },
  { proactive: '' },
  { proactive: 'x'.repeat(NOTICE_TEXT_MAX + 1) },
  { proactiveDelay: PROACTIVE_DELAY_MAX_S + 1 },
  { proactiveDelay: 'soon' },
  { titleBadge: 1 },
])('%j is left out', (place) => {
  expect(readPlace(place)).toEqual({})
})

test('options about the place are not sent to the frame', () => {
  expect(Object.keys(PLACE_OPTIONS).filter((name) => !LOADER_OPTIONS.includes(name))).toEqual([])
})
