import { describe, expect, test } from 'vitest'
import { LIMIT_DEFAULTS } from '../limits/limit-table.ts'
import { SYSTEM_MAX_BYTES } from '../models/system-text.ts'
import {
  BACKEND_TOOLS_MAX,
  CONTEXT_TOKENS_LEAST,
  CONTEXT_TOKENS_MOST,
  OUTPUT_TOKENS_MOST,
} from './assistant-schema.ts'
import { AUTH_RULES_MAX, HOST_SECRET_MIN_BYTES } from './auth-rule-schema.ts'
import { HEADERS_MAX } from '../models/request-headers.ts'
import { PASSAGE_CHARACTERS_DEFAULT, SEARCHES_DEFAULT } from './knowledge-answers-schema.ts'
import { parseConfig } from './parse-config.ts'
import { VERIFICATION_HOSTS_MAX } from './authorization-schema.ts'
import { FILE_TYPES_MAX } from './project-schema.ts'

const SECRET = 's'.repeat(HOST_SECRET_MIN_BYTES)
const parse = (config: unknown) =>
  parseConfig(config, { name: 'alcove.config.ts', limits: LIMIT_DEFAULTS })
const shop = (block: unknown) => parse({ projects: { shop: block } })
const assistant = (block: unknown) => shop({ assistants: { default: block } })
const refusal = (message: string) =>
  expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining(message) })
const jwks = (url: string) => ({ jwks: url, issuer: 'https://x/', audience: 'chat' })
const tool = { name: 'a', parameters: { type: 'object' }, execute: () => null }
const endpoint = { url: 'https://tools.example/a' }
const served = { name: 'b', parameters: { type: 'object' }, endpoint }

test('a block that says nothing has defaults that let nobody in', () => {
  expect(shop({}).get('shop')).toEqual({
    retention: {},
    keepPrompts: true,
    promptDays: 30,
    hosts: [],
    apiOrigins: [],
    anonymous: true,
    visitors: { proofOfWork: 'off', allow: undefined },
    auth: [],
    assistants: new Map(),
    limits: LIMIT_DEFAULTS,
    models: [],
    chatEndpoint: undefined,
    assistant: undefined,
    readOnly: false,
    fileTypes: undefined,
    pdfUrls: 'server',
    savesForeignChats: false,
    suggestions: false,
    knowledge: [],
    writtenAnswers: [],
    cases: { required: false, judge: undefined, nightly: null },
    knowledgeAnswers: {
      onlyFromKnowledge: false,
      searches: SEARCHES_DEFAULT,
      characters: PASSAGE_CHARACTERS_DEFAULT,
      trustedTools: [],
    },
    authorization: { connectUrl: undefined, verificationHosts: [] },
  })
})

test('a block that says everything is kept as it says', () => {
  const execute = () => 'open'
  const parameters = { type: 'object' }
  const block = shop({
    hosts: ['https://Shop.Example/', 'https://*.shop.example'],
    apiOrigins: ['https://app.shop.example'],
    anonymous: false,
    auth: [{ secret: SECRET, issuer: 'shop', audience: 'chat' }, jwks('https://x.example/keys')],
    assistants: {
      default: {
        model: 'openai/gpt-5',
        system: 'Be brief.',
        tools: [{ name: 'hours', description: 'When?', parameters, execute }],
        maxSteps: 3,
        maxOutputTokens: 500,
        takesClientSystem: true,
      },
      'sales-2': {},
    },
    limits: { fileBytes: 1_000, runsPerUserPerDay: 5 },
    chatEndpoint: 'https://chat.example/answer?x=1',
    readOnly: true,
    fileTypes: ['image/*', 'Application/PDF'],
    pdfUrls: 'users',
    savesForeignChats: true,
  }).get('shop')

  expect(block).toMatchObject({
    hosts: ['https://shop.example', 'https://*.shop.example'],
    apiOrigins: ['https://app.shop.example'],
    anonymous: false,
    auth: [
      { type: 'secret', secret: SECRET, issuer: 'shop', audience: 'chat' },
      { type: 'jwks', url: 'https://x.example/keys', issuer: 'https://x/', audience: 'chat' },
    ],
    limits: { amounts: { fileBytes: 1_000 }, rates: { runsPerUserPerDay: { count: 5 } } },
    chatEndpoint: 'https://chat.example/answer?x=1',
    readOnly: true,
    fileTypes: ['image/*', 'application/pdf'],
    pdfUrls: 'users',
    savesForeignChats: true,
  })
  expect(block?.assistants.get('default')).toEqual({
    id: 'default',
    model: 'openai/gpt-5',
    system: 'Be brief.',
    tools: [{ name: 'hours', description: 'When?', parameters, execute }],
    maxSteps: 3,
    maxOutputTokens: 500,
    takesClientSystem: true,
  })
  expect(block?.assistants.get('sales-2')).toMatchObject({ maxSteps: 10, takesClientSystem: false })
})

test.each([
  { assistant: 'default' },
  { assistant: 'sales-2', assistants: { default: {}, 'sales-2': {} } },
])('%j names who answers the chat', (block) => {
  expect(shop(block).get('shop')?.assistant).toBe(block.assistant)
})

test('one rule needs no list, and what is undefined was not said', () => {
  const block = shop({
    auth: { secret: SECRET },
    hosts: undefined,
    limits: { fileBytes: undefined },
  })

  expect(block.get('shop')).toMatchObject({
    auth: [{ type: 'secret', secret: SECRET }],
    hosts: [],
    limits: LIMIT_DEFAULTS,
  })
})

describe('an error names the file, the key and what was expected', () => {
  test.each<[unknown, string]>([
    [5, 'alcove.config.ts: expected an object, but it is 5.'],
    [undefined, 'alcove.config.ts: expected an object, but it is undefined.'],
    [{}, 'alcove.config.ts: projects: is missing.'],
    [{ projects: [] }, 'alcove.config.ts: projects: expected an object, but it is a list.'],
    [{ project: {} }, 'alcove.config.ts: unknown key "project"; did you mean "projects"?'],
    [
      { projects: { Shop: {} } },
      'projects.Shop: "Shop" is not a name; expected 1 to 63 lower-case',
    ],
    [{ projects: { 'my shop': {} } }, 'projects["my shop"]: "my shop" is not a name'],
    [{ projects: { '-a': {} } }, 'projects["-a"]: "-a" is not a name'],
    [{ projects: { shop: null } }, 'projects.shop: expected an object, but it is null.'],
    [{ projects: { 'a-b': { hosts: ['x'] } } }, 'projects["a-b"].hosts[0]: "x": not an origin;'],
  ])('%j', (config, message) => {
    expect(() => parse(config)).toThrow(refusal(message))
  })

  test.each<[unknown, string]>([
    [{ host: [] }, 'projects.shop: unknown key "host"; did you mean "hosts"?'],
    [{ hosts: 'x' }, 'projects.shop.hosts: expected a list of origins, but it is "x".'],
    [{ hosts: ['https://a.example', 7] }, 'projects.shop.hosts[1]: expected a text, but it is 7.'],
    [
      { hosts: ['https://a.example', 'https://*.com'] },
      'alcove.config.ts: projects.shop.hosts[1]: "https://*.com": a wildcard needs a domain',
    ],
    [{ apiOrigins: ['http://a.example'] }, 'projects.shop.apiOrigins[0]: "http://a.example": http'],
    [{ anonymous: 'yes' }, 'projects.shop.anonymous: expected true or false, but it is "yes".'],
    [
      { auth: {} },
      'projects.shop.auth.secret: is missing; a rule needs secret, or jwks with issuer and audience or claims.',
    ],
    [{ auth: { secert: SECRET } }, 'auth: unknown key "secert"; did you mean "secret"?'],
    [
      { auth: [{ secret: 'x' }] },
      'auth[0].secret: expected at least 32 random bytes; there are 1.',
    ],
    [
      { auth: { secret: undefined } },
      'auth.secret: expected a text, for example of the environment',
    ],
    [{ auth: { secret: SECRET, issuer: '' } }, 'auth.issuer: expected 1 to 255 characters;'],
    [{ auth: { secret: SECRET, issuer: 'alcove' } }, '"alcove" is the name of this server itself.'],
    [{ auth: jwks('http://x.example/keys') }, 'auth.jwks: expected an https address'],
    [{ auth: jwks('https://me:word@x.example/') }, 'auth.jwks: expected an https address'],
    [{ auth: jwks('file:///etc/passwd') }, 'auth.jwks: expected an https address'],
    [{ auth: jwks('keys') }, 'auth.jwks: expected an https address'],
    [
      { auth: { ...jwks('https://x/'), audience: undefined } },
      'auth: expected audience, or claims that tokens of your page have',
    ],
    [{ auth: { jwks: 'https://x/', issuer: 'x' } }, 'auth: expected audience, or claims'],
    [
      { assistants: { sales: {} } },
      'shop.assistants: none of them answers the chat; name one "default".',
    ],
    [
      { auth: { ...jwks('https://x/'), secret: SECRET } },
      'auth: unknown key "secret"; expected jwks',
    ],
    [
      { assistants: { 'a/b': {} } },
      'assistants["a/b"]: "a/b" is not a name; expected 1 to 64 letters',
    ],
    [{ limits: { fileByte: 1 } }, 'limits: unknown key "fileByte"; did you mean "fileBytes"?'],
    [{ limits: { zzzzzz: 1 } }, 'limits: unknown key "zzzzzz"; .env.example lists all names.'],
    [{ limits: { fileBytes: 0 } }, 'alcove.config.ts: projects.shop.limits: fileBytes is 0;'],
    [{ limits: { fileBytes: '9' } }, 'projects.shop.limits: fileBytes is "9";'],
    [{ limits: 'off' }, 'projects.shop.limits: expected an object, but it is "off".'],
    [{ chatEndpoint: 'http://x.example' }, 'projects.shop.chatEndpoint: expected an https address'],
    [{ chatEndpoint: '/chat' }, 'projects.shop.chatEndpoint: expected an https address'],
    [
      { chatEndpoint: 'https://x.example', assistant: 'default' },
      'projects.shop: chatEndpoint and assistant each say where answers come from; keep one of them.',
    ],
    [
      { assistant: 'sales', assistants: { default: {}, support: {} } },
      'projects.shop.assistant: there is no assistant "sales"; expected default, support.',
    ],
    [{ assistant: 'sales' }, 'there is no assistant "sales"; expected default.'],
    [{ assistant: 1 }, 'projects.shop.assistant: expected a text, but it is 1.'],
    [{ pdfUrls: true }, 'pdfUrls: expected server, users, everybody, but it is true.'],
    [{ fileTypes: ['pdf'] }, 'fileTypes[0]: expected a media type, such as application/pdf'],
    [{ fileTypes: ['*/*'] }, 'fileTypes[0]: expected a media type'],
    [{ fileTypes: ['image/png; q=1'] }, 'fileTypes[0]: expected a media type'],
  ])('%j', (block, message) => {
    expect(() => shop(block)).toThrow(refusal(message))
  })

  test.each<[unknown, string]>([
    [{ model: 'gpt-5' }, 'default.model: expected openai/<model>, anthropic/<model>, openai-comp'],
    [{ model: 'evil/x' }, 'but it is "evil/x".'],
    [{ tools: [{ ...tool, name: 'a b' }] }, 'default.tools[0].name: expected 1 to 64 letters'],
    [{ tools: [{ ...tool, parameters: {} }] }, 'tools[0].parameters: expected a JSON schema whose'],
    [
      { tools: [{ ...tool, execute: 'x' }] },
      'tools[0].execute: expected a function, but it is "x".',
    ],
    [{ tools: [{ ...tool, exec: 1 }] }, 'tools[0]: unknown key "exec"; expected name, description'],
    [
      { tools: [{ ...tool, needsApproval: 'yes' }] },
      'tools[0].needsApproval: expected true, false or a function, but it is "yes".',
    ],
    [
      { tools: [{ ...tool, execute: undefined }] },
      'tools[0]: expected either execute or endpoint.',
    ],
    [{ tools: [{ ...tool, endpoint }] }, 'tools[0]: expected either execute or endpoint.'],
    [
      { tools: [{ ...served, endpoint: { url: 'http://tools.example/' } }] },
      'tools[0].endpoint.url: expected an https address',
    ],
    [
      { tools: [{ ...served, endpoint: { ...endpoint, timeoutMs: 60_001 } }] },
      'tools[0].endpoint.timeoutMs: expected a whole number from 1 to 60000',
    ],
    [
      { tools: [{ ...served, endpoint: { ...endpoint, headers: { Host: 'x' } } }] },
      'tools[0].endpoint.headers: expected at most 32 headers',
    ],
    [{ tools: [tool, tool] }, 'default.tools: expected tools with different names.'],
    [{ takesClientSystem: 1 }, 'default.takesClientSystem: expected true or false, but it is 1.'],
    [{ maxSteps: 1.5 }, 'default.maxSteps: expected a whole number from 1 to 50, but it is 1.5.'],
    [{ topK: 1 }, 'default: unknown key "topK"; expected model, fallback, titleModel'],
  ])('an assistant of %j', (block, message) => {
    expect(() => assistant(block)).toThrow(refusal(`alcove.config.ts: projects.shop.assistants.`))
    expect(() => assistant(block)).toThrow(refusal(message))
  })
})

test('a tool may be a service, and may need approval', () => {
  const needsApproval = () => true
  const endpoints = { ...endpoint, headers: { Authorization: 'Bearer x' }, timeoutMs: 60_000 }
  const tools = [
    { ...tool, needsApproval: true },
    { ...served, endpoint: endpoints, needsApproval },
    { ...served, name: 'c' },
  ]

  expect(assistant({ tools }).get('shop')?.assistants.get('default')?.tools).toEqual(tools)
})

test('where people authorise what a tool asks for is what the operator says', () => {
  const verificationHosts = ['Login.example', 'localhost']
  const block = shop({
    authorization: { connectUrl: 'https://app.example/connect?x=1', verificationHosts },
  })

  expect(block.get('shop')?.authorization).toEqual({
    connectUrl: 'https://app.example/connect?x=1',
    verificationHosts: ['login.example', 'localhost'],
  })
  expect(() => shop({ authorization: { connectUrl: 'http://localhost:3000/c' } })).not.toThrow()
})

test.each<[unknown, string]>([
  [{ connectUrl: 'http://app.example/' }, 'authorization.connectUrl: expected an https address'],
  [{ connectUrl: 'javascript:alert(1)' }, 'authorization.connectUrl: expected an https address'],
  [{ verificationHosts: ['https://x.example'] }, 'verificationHosts[0]: expected the name of a'],
  [{ verificationHosts: ['*.example'] }, 'verificationHosts[0]: expected the name of a host'],
  [{ verificationHosts: 'x.example' }, 'authorization.verificationHosts: expected a list'],
  [{ connectURL: 'https://x.example' }, 'unknown key "connectURL"; did you mean "connectUrl"?'],
])('an authorisation of %j is refused', (authorization, message) => {
  expect(() => shop({ authorization })).toThrow(refusal(`projects.shop.authorization`))
  expect(() => shop({ authorization })).toThrow(refusal(message))
})

test('no error shows a header', () => {
  const headers = { Authorization: 'hunter2\nX: y' }

  for (const value of [headers, 'hunter2', ['hunter2'], { 'hunter2 ': 'hunter2' }]) {
    const tools = [{ ...served, endpoint: { ...endpoint, headers: value } }]
    expect(() => assistant({ tools })).toThrow(refusal('endpoint.headers: expected'))
    expect(() => assistant({ tools })).not.toThrow('hunter2')
  }
})

test('no error shows a secret', () => {
  const secret = 'hunter2 hunter2'
  const bad = [
    { auth: { secret } },
    { auth: { secret: [secret] } },
    { auth: secret },
    { auth: { secret, issuer: 5 } },
    { auth: Array.from({ length: AUTH_RULES_MAX + 1 }, () => ({ secret })) },
    { auth: { jwks: `https://me:${secret}@x/`, issuer: 'x', audience: 'y' } },
    { auth: { jwks: `https://me:${encodeURIComponent(secret)}@x/`, issuer: 'x', audience: 'y' } },
  ]
  for (const block of bad) {
    expect(() => shop(block)).toThrow(refusal('projects.shop.auth'))
    expect(() => shop(block)).not.toThrow('hunter2')
  }
})

describe('a limit stands at n and not at n + 1', () => {
  const many = <Item>(count: number, item: (index: number) => Item) =>
    Array.from({ length: count }, (_, index) => item(index))

  test.each<[string, (count: number) => unknown, number]>([
    ['hosts', (n) => shop({ hosts: many(n, (i) => `https://s${i}.example`) }), 32],
    ['apiOrigins', (n) => shop({ apiOrigins: many(n, (i) => `https://s${i}.example`) }), 32],
    ['rules', (n) => shop({ auth: many(n, () => ({ secret: SECRET })) }), AUTH_RULES_MAX],
    ['file types', (n) => shop({ fileTypes: many(n, (i) => `a/b${i}`) }), FILE_TYPES_MAX],
    [
      'tools',
      (n) => assistant({ tools: many(n, (i) => ({ ...tool, name: `t${i}` })) }),
      BACKEND_TOOLS_MAX,
    ],
    ['bytes of system text', (n) => assistant({ system: 'x'.repeat(n) }), SYSTEM_MAX_BYTES],
    ['steps', (n) => assistant({ maxSteps: n }), 50],
    ['output tokens', (n) => assistant({ maxOutputTokens: n }), OUTPUT_TOKENS_MOST],
    ['tokens of a window', (n) => assistant({ contextTokens: n }), CONTEXT_TOKENS_MOST],
    [
      'characters of an issuer',
      (n) => shop({ auth: { secret: SECRET, issuer: 'i'.repeat(n) } }),
      255,
    ],
    [
      'characters of a tool’s name',
      (n) => assistant({ tools: [{ ...tool, name: 'a'.repeat(n) }] }),
      64,
    ],
    [
      'characters of a description',
      (n) => assistant({ tools: [{ ...tool, description: 'd'.repeat(n) }] }),
      4_096,
    ],
    [
      'headers of a service',
      (n) => {
        const headers = Object.fromEntries(many(n, (i) => [`X-${i}`, 'x']))
        return assistant({ tools: [{ ...served, endpoint: { ...endpoint, headers } }] })
      },
      HEADERS_MAX,
    ],
    [
      'milliseconds of a service',
      (n) => assistant({ tools: [{ ...served, endpoint: { ...endpoint, timeoutMs: n } }] }),
      60_000,
    ],
    [
      'hosts for a code',
      (n) => shop({ authorization: { verificationHosts: many(n, (i) => `h${i}.example`) } }),
      VERIFICATION_HOSTS_MAX,
    ],
    ['characters of a project’s id', (n) => parse({ projects: { ['p'.repeat(n)]: {} } }), 63],
  ])('%s', (_title, make, most) => {
    expect(() => make(most)).not.toThrow()
    expect(() => make(most + 1)).toThrow(refusal('alcove.config.ts: projects'))
  })

  test('the least of a secret, of steps, of output tokens and of a window', () => {
    expect(() => shop({ auth: { secret: 'é'.repeat(16) } })).not.toThrow()
    expect(() => shop({ auth: { secret: 's'.repeat(31) } })).toThrow(refusal('there are 31'))
    expect(() => assistant({ maxSteps: 1, maxOutputTokens: 1 })).not.toThrow()
    expect(() => assistant({ maxSteps: 0 })).toThrow(refusal('maxSteps'))
    expect(() => assistant({ maxOutputTokens: 0 })).toThrow(refusal('maxOutputTokens'))
    expect(() => assistant({ contextTokens: CONTEXT_TOKENS_LEAST })).not.toThrow()
    expect(() => assistant({ contextTokens: CONTEXT_TOKENS_LEAST - 1 })).toThrow(
      refusal('contextTokens'),
    )
  })
})
