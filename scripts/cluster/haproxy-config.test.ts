import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { withLocalAddresses } from './haproxy-config.ts'

const config = readFileSync(join(REPOSITORY_ROOT, 'docs/haproxy.cfg'), 'utf8')
const addresses = { port: 4000, serverPorts: [4001, 4002] }
const settingsOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

test('changes the addresses of the balancer’s configuration and nothing else', () => {
  const local = settingsOf(withLocalAddresses(config, addresses))
  const deployed = settingsOf(config)

  expect(local.filter((line) => !deployed.includes(line))).toEqual([
    'bind 127.0.0.1:4000',
    'server alcove1 127.0.0.1:4001',
    'server alcove2 127.0.0.1:4002',
    'server alcove1 127.0.0.1:4001',
    'server alcove2 127.0.0.1:4002',
  ])
  const gone = deployed.filter((line) => !local.includes(line))
  expect(gone).toContain('bind :8080')
  expect(gone.filter((line) => line.startsWith('server-template'))).toHaveLength(2)
  expect(
    gone.filter(
      (line) => !/^(bind|server-template|resolvers|nameserver|resolve_|timeout re|hold)/.test(line),
    ),
  ).toEqual([])
})

test.each(['bind :8080', /server-template .+/, /resolvers docker\n/])(
  'says so when there is no %s to change',
  (part) => {
    expect(() => withLocalAddresses(config.split(part).join(''), addresses)).toThrow('nothing like')
  },
)
