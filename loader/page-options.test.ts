import { expect, test } from 'vitest'
import { readOptions } from './page-options.ts'

const DEFAULTS = {
  app: 'default',
  theme: 'auto',
  position: 'bottom-end',
  offsetX: 20,
  offsetY: 20,
  zIndex: 2147482000,
  baseUrl: '',
  accent: '',
  radius: 'round',
  launcherLabel: 'Open chat',
  launcherIcon: 'M4 7h16M4 12h16M4 17h10',
}

test('nothing given is all defaults', () => {
  expect({ ...readOptions({}) }).toEqual(DEFAULTS)
  expect({ ...readOptions({ app: undefined, theme: undefined }) }).toEqual(DEFAULTS)
})

test.each([
  ['app', 'shop-1'],
  ['app', 'a'],
  ['app', 'a'.repeat(63)],
  ['theme', 'dark'],
  ['theme', 'light'],
  ['theme', 'host'],
  ['position', 'bottom-start'],
  ['position', 'top-end'],
  ['offsetX', 0],
  ['offsetY', '9999'],
  ['zIndex', 10],
  ['zIndex', '-1'],
  ['baseUrl', 'https://chat.example.com'],
  ['baseUrl', 'http://localhost:8787/alcove/'],
  ['accent', '#FF6600'],
  ['radius', 'sharp'],
  ['launcherLabel', 'Frag uns'],
  ['launcherLabel', 'x'.repeat(60)],
  ['launcherIcon', 'M4 4l16,16 M1.5-2z'],
])('takes %s = %j as it is', (name, value) => {
  expect({ ...readOptions({ [name]: value }) }).toEqual({ ...DEFAULTS, [name]: value })
})

test.each([
  ['app', ''],
  ['app', 'a/b'],
  ['app', '../x'],
  ['app', 'ä'],
  ['app', 'a'.repeat(64)],
  ['app', 'Shop'],
  ['app', 'shop_1'],
  ['app', 'shop-'],
  ['theme', 'blue'],
  ['theme', 'dark;'],
  ['theme', null],
  ['position', 'middle'],
  ['offsetX', '1e3'],
  ['offsetY', -1],
  ['offsetY', 10_000],
  ['zIndex', '1e9'],
  ['zIndex', '1;color:red'],
  ['zIndex', 1.5],
  ['baseUrl', 'chat.example.com'],
  ['baseUrl', 'javascript:alert(1)'],
  ['baseUrl', 'https://chat.example.com/?token=1'],
  ['accent', 'red'],
  ['accent', '#f60'],
  ['accent', '#ff66'],
  ['accent', '#fff;}'],
  ['radius', '4px'],
  ['launcherLabel', ''],
  ['launcherLabel', 'x'.repeat(61)],
  ['launcherIcon', 'https://shop.example/icon.svg'],
  ['launcherIcon', 'M4 4"><script>'],
])('takes the default for %s = %j', (name, value) => {
  expect({ ...readOptions({ [name]: value }) }).toEqual(DEFAULTS)
})

test('what stands in a group goes before what an attribute says, and leaves the rest alone', () => {
  const given = {
    accent: '#111111',
    radius: 'pill',
    theme: { scheme: 'dark', accent: '#222222' },
    launcher: { label: 'Ask', icon: 'M0 0h1' },
  }

  expect(readOptions(given)).toMatchObject({
    ...DEFAULTS,
    theme: 'dark',
    accent: '#222222',
    radius: 'pill',
    launcherLabel: 'Ask',
    launcherIcon: 'M0 0h1',
  })
})

test('a property of Object.prototype is not read as an option', () => {
  Object.assign(Object.prototype, { app: 'shop', label: 'Spoiled', spoiled: () => {} })
  try {
    expect(readOptions({ radius: 'soft' })).toMatchObject({ ...DEFAULTS, radius: 'soft' })
  } finally {
    for (const name of ['app', 'label', 'spoiled']) Reflect.deleteProperty(Object.prototype, name)
  }
})
