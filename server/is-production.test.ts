import { expect, test } from 'vitest'
import { isProduction, type Surroundings } from './is-production.ts'

const LOCAL: Surroundings = { nodeEnv: undefined, host: '127.0.0.1', publicUrl: undefined }

test.each<Partial<Surroundings>>([
  {},
  { nodeEnv: 'development' },
  { nodeEnv: 'test' },
  { host: 'localhost' },
  { host: '127.8.9.10' },
  { host: '::1' },
  { host: '::ffff:127.0.0.1' },
  { publicUrl: 'http://localhost:8080' },
  { publicUrl: 'https://chat.localhost' },
  { publicUrl: 'http://127.0.0.1' },
  { publicUrl: 'http://[::1]:8787' },
])('a developer’s own machine is none: %j', (given) => {
  expect(isProduction({ ...LOCAL, ...given })).toBe(false)
})

test.each<Partial<Surroundings>>([
  { nodeEnv: 'production' },
  { host: '0.0.0.0' },
  { host: '::' },
  { host: '192.168.0.7' },
  { host: 'chat.example.com' },
  { host: 'notlocalhost' },
  { publicUrl: 'https://chat.example.com' },
  { publicUrl: 'https://localhost.example.com' },
  { publicUrl: 'http://10.0.0.1:8787' },
  { nodeEnv: 'development', host: '0.0.0.0' },
])('what others reach is: %j', (given) => {
  expect(isProduction({ ...LOCAL, ...given })).toBe(true)
})
