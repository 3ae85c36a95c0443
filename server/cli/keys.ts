import { AlcoveError } from '../../shared/errors.ts'
import { PROGRAM } from '../../shared/program.ts'
import { API_KEY_CACHE_MS, createApiKeys } from '../auth/api-keys.ts'
import type { ApiKeyRow, ApiKeyScope, Store } from '../store/store.ts'
import { textTable } from './answer-text.ts'
import { command } from './command.ts'
import { CommandLineError, PROJECT_FLAG, readName } from './flags.ts'

const SCOPES = ['server', 'browser'] as const satisfies readonly ApiKeyScope[]

const createKeyCommand = command({
  name: 'key create',
  about: 'Make an API key and print it, this once',
  details:
    'server: a secret of your own backend; it may act for every user of the project.\n' +
    'browser: may stand in a page; whoever has it names themselves, so trust no such name.',
  flags: {
    project: PROJECT_FLAG,
    scope: { value: SCOPES.join('|'), about: 'who may hold the key', isRequired: true },
    name: { value: 'name', about: 'to tell keys apart; the scope when absent' },
  },
  async run(tool, { project, scope, name }) {
    const wanted = { projectId: project, scope: readScope(scope), name: readName(name) ?? scope }
    const { key, row } = await tool.withProject(project, (store) =>
      createApiKeys({ queries: store.apiKeys, now: store.now }).create(wanted),
    )
    return {
      text: `${key}\n\nKey ${row.id} of project "${project}". Only its hash is kept: this is the only time you see it.`,
      facts: { key, ...keyFacts(row) },
    }
  },
})

const listKeysCommand = command({
  name: 'key list',
  about: 'List API keys, never the keys themselves',
  flags: { project: { value: 'id', about: 'of this project only' } },
  async run(tool, { project }) {
    const rows =
      project === undefined
        ? await tool.withStore(listKeys)
        : await tool.withProject(project, (store) => store.apiKeys.list(project))
    const table = rows.map((row) => [
      row.id,
      row.projectId,
      row.scope,
      row.name,
      `…${row.hint}`,
      row.createdAt,
      row.revokedAt,
    ])
    return {
      text: textTable(['ID', 'PROJECT', 'SCOPE', 'NAME', 'ENDS IN', 'MADE', 'REVOKED'], table),
      facts: rows.map(keyFacts),
    }
  },
})

const revokeKeyCommand = command({
  name: 'key revoke',
  takes: ['key id'],
  about: 'End an API key, for good',
  flags: {},
  async run(tool, _, id) {
    const row = await tool.withStore(async (store) => {
      const key = (await listKeys(store)).find((one) => one.id === id)
      if (!key) throw createUnknownKeyError(id)
      await store.apiKeys.revoke(key.projectId, id)
      return key
    })
    return {
      text: `Revoked key ${id} (…${row.hint}) of project "${row.projectId}". Running servers know within ${API_KEY_CACHE_MS / 1000} seconds.`,
      facts: { id, project_id: row.projectId },
    }
  },
})

export const KEY_COMMANDS = [createKeyCommand, listKeysCommand, revokeKeyCommand]

async function listKeys(store: Store): Promise<readonly ApiKeyRow[]> {
  const projects = await store.projects.list()
  const lists = await Promise.all(projects.map(({ id }) => store.apiKeys.list(id)))
  return lists.flat()
}

function readScope(text: string): ApiKeyScope {
  const scope = SCOPES.find((one) => one === text)
  if (scope !== undefined) return scope
  throw new CommandLineError(`--scope is ${JSON.stringify(text)}; expected ${SCOPES.join(' or ')}.`)
}

function createUnknownKeyError(id: string): AlcoveError {
  const isKey = /^[sp]k_/.test(id)
  return new AlcoveError('not_found', isKey ? 'That is a key.' : `There is no key ${id}.`, {
    hint: `Expected the id that ${PROGRAM} key list shows.`,
  })
}

const keyFacts = ({ id, projectId, name, scope, hint, createdAt, revokedAt }: ApiKeyRow) => ({
  id,
  project_id: projectId,
  name,
  scope,
  hint,
  created_at: createdAt,
  revoked_at: revokedAt,
})
