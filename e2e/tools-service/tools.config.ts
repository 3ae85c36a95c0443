// An operator's configuration, without internal imports. The folder of `ALCOVE_E2E_TOOLS` gets a line for
// each call, and a file in it represents a permission that a person granted elsewhere.
import { appendFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

type Args = Readonly<Record<string, string>>

const folder = process.env['ALCOVE_E2E_TOOLS'] ?? '.'

const note = (name: string, args: Args) =>
  appendFile(join(folder, 'done.txt'), `${JSON.stringify([name, args])}\n`)

const order = {
  type: 'object',
  properties: { order: { type: 'string' } },
  required: ['order'],
  additionalProperties: false,
}

const VAULT = {
  code: 'TokenVaultError',
  connection: 'google-oauth2',
  scopes: ['calendar.read', 'calendar.write'],
}
const DEVICE = {
  code: 'DEVICE_AUTHORIZATION_PENDING',
  response: {
    userCode: 'WDJB-MJHT',
    verificationUri: 'https://login.shop.test/activate',
    expiresIn: 900,
    deviceCode: 'nobody sees this',
  },
}

/** Errors of authorisation libraries, by the argument `way`. */
const INTERRUPTS: Readonly<Record<string, object>> = {
  vault: VAULT,
  'vault again': { ...VAULT, behavior: 'reload' },
  device: DEVICE,
  'device elsewhere': {
    code: 'DEVICE_AUTHORIZATION_PENDING',
    response: { userCode: 'ABCD-EFGH', verificationUri: 'https://phish.test/activate' },
  },
  push: { code: 'CIBA_AUTHORIZATION_PENDING', request: { id: 'nobody sees this', interval: 5 } },
  'push of a newer version': { code: 'ASYNC_AUTHORIZATION_AUTHORIZATION_PENDING' },
  expired: { code: 'CIBA_AUTHORIZATION_REQUEST_EXPIRED' },
  denied: { code: 'CIBA_ACCESS_DENIED' },
  unknown: { code: 'HOVERBOARD_REQUIRED' },
}

const tools = [
  {
    name: 'order_status',
    description: 'Where an order is',
    parameters: order,
    async execute(args: Args) {
      await note('order_status', args)
      return { order: args['order'], state: 'on its way' }
    },
  },
  {
    name: 'find_products',
    parameters: { type: 'object', properties: { words: { type: 'string' } } },
    async execute(args: Args) {
      await note('find_products', args)
      return { products: ['Enamel mug'] }
    },
  },
  {
    name: 'refund',
    parameters: order,
    needsApproval: true,
    async execute(args: Args) {
      await note('refund', args)
      return { refunded: args['order'] }
    },
  },
  {
    name: 'read_calendar',
    parameters: {
      type: 'object',
      properties: { way: { type: 'string' }, key: { type: 'string', pattern: '^[a-z0-9-]+$' } },
      required: ['way', 'key'],
    },
    async execute(args: Args) {
      await note('read_calendar', args)
      const { way = '', key = '' } = args
      if (existsSync(join(folder, key))) return { free: true }
      const error = new Error('Authorization required')
      throw Object.assign(error, { name: 'AUTH0_AI_INTERRUPT' }, INTERRUPTS[way])
    },
  },
]

export default {
  projects: {
    default: {
      authorization: {
        connectUrl: 'https://app.shop.test/connect?from=chat',
        verificationHosts: ['login.shop.test'],
      },
      assistants: { default: { maxSteps: 3, tools } },
    },
  },
}
