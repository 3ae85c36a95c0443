import * as v from 'valibot'
import { AlcoveError } from '../../../shared/errors.ts'
import {
  FIRST_WHY,
  VERSIONS_PER_PAGE,
  type SettingsProblem,
} from '../../../shared/desk/settings.ts'
import { checkAssistant, createModel } from '../../models/create-assistants.ts'
import { DEFAULT_ASSISTANT } from '../../models/model.ts'
import type { ModelSettings } from '../../models/providers.ts'
import { createDraftError, type SetSource, type Store } from '../../store/store.ts'
import { createBareAssistant } from '../assistant-schema.ts'
import { listFirst } from './first-versions.ts'
import { createFirstError, createUnusableError } from './unusable-error.ts'
import { knowledge } from '../knowledge-schema.ts'
import {
  serviceOf,
  type ConfigHolder,
  type ProjectEnvironment,
  type Projects,
  type WrittenBlock,
} from '../project.ts'
import { ownerPaths } from './owner-paths.ts'
import {
  LEFT_SOURCES_DAYS,
  type ProjectSettingsService,
  type PublishedEvent,
  type SettingsPerson,
  type SettingsState,
} from './settings-service.ts'
import { attempt, problemText, readSettings, type SettingsReading } from './read-settings.ts'
import { writeFile } from './write-file.ts'

const DAY_MS = 86_400_000

export interface ProjectSettingsParts {
  readonly store: Pick<Store, 'settings' | 'sources' | 'projects'>
  readonly projects: Pick<Projects, 'forget'>
  readonly configs: Readonly<ConfigHolder>
  readonly environment: ProjectEnvironment & ModelSettings
  /** Called after each publish. It must not throw. Default: nothing. */
  readonly onPublished?: ((event: PublishedEvent) => void) | undefined
}

export function createProjectSettings(parts: ProjectSettingsParts): ProjectSettingsService {
  const { store, projects, configs, environment, onPublished = () => {} } = parts

  function check(projectId: string, settings: WrittenBlock, current = configs.current) {
    const reading = readSettings(projectId, settings, current, environment)
    const problems = [...reading.problems, ...checkAssistants(reading, environment)]
    return problems.length === 0 ? reading : { ...reading, problems, config: undefined }
  }

  async function state(projectId: string): Promise<SettingsState> {
    const row = await store.projects.find(projectId)
    if (!row) throw new AlcoveError('not_found', 'Project not found')
    const { publishedNumber: number } = row
    const [draft, published] = await Promise.all([
      store.settings.findDraft(projectId),
      number === null ? undefined : store.settings.findVersion(projectId, number),
    ])
    return { draft, published }
  }

  const settingsOf = async (projectId: string, number: number | null): Promise<WrittenBlock> =>
    number === null ? {} : ((await store.settings.findVersion(projectId, number))?.settings ?? {})

  /** Unchanged pages of a source with other options are read again. */
  async function prepareSources(projectId: string, sources: readonly SetSource[]) {
    for (const source of sources) await store.sources.readAgainIfChanged({ projectId, ...source })
  }

  async function release(
    projectId: string,
    person: SettingsPerson,
    { settings, baseNumber }: { settings: WrittenBlock; baseNumber: number | null },
  ) {
    requireOwner(person, await settingsOf(projectId, baseNumber), settings)
    const { problems, fixed } = check(projectId, settings)
    if (problems.length > 0) throw createFaultError(problems)
    const sources = sourcesOf(settings, fixed.block) ?? []
    await prepareSources(projectId, sources)
    return sources
  }

  function announce(event: PublishedEvent): number {
    projects.forget(event.projectId)
    onPublished(event)
    return event.number
  }

  async function listPublished() {
    const rows = await store.projects.list()
    return rows.flatMap(({ id, publishedNumber: number }) =>
      number === null ? [] : [{ id, number }],
    )
  }

  async function checkPublished(current: ConfigHolder['current']): Promise<void> {
    const first = await listFirst(store, current)
    for (const { projectId, settings } of first) {
      const [problem] = check(projectId, settings, current).problems
      if (problem) throw createFirstError(projectId, problemText(problem))
    }
    const replaced = new Set(first.map(({ projectId }) => projectId))
    for (const { id, number } of await listPublished()) {
      if (replaced.has(id)) continue
      const { problems } = check(id, await settingsOf(id, number), current)
      if (problems.length > 0) throw createUnusableError(id, number, problems.map(problemText))
    }
  }

  return {
    state,
    check,
    async saveDraft(projectId, person, { revision, settings, baseNumber }) {
      const { draft, published } = await state(projectId)
      requireOwner(person, (draft ?? published)?.settings ?? {}, settings)
      const { problems, fixed } = check(projectId, settings)
      const saved = await store.settings.saveDraft({
        projectId,
        by: person.mail,
        revision,
        settings,
        baseNumber,
        sources: sourcesOf(settings, fixed.block),
      })
      return { revision: saved, problems: [...problems] }
    },
    removeDraft: (projectId) => store.settings.removeDraft(projectId),
    async publish(projectId, person, { revision, baseNumber, why }) {
      const draft = await store.settings.findDraft(projectId)
      // Here too: what is saved from now on under the revision that was asked for was not checked.
      if (draft?.revision !== revision) throw createDraftError(draft?.changedBy)
      const sources = await release(projectId, person, { settings: draft.settings, baseNumber })
      const act = { projectId, by: person.mail, why }
      const number = await store.settings.publish({ ...act, revision, baseNumber, sources })
      return announce({ ...act, number, undoOf: null })
    },
    async undo(projectId, person, { number, baseNumber, why }) {
      const old = await store.settings.findVersion(projectId, number)
      if (!old) throw new AlcoveError('not_found', 'Version not found')
      const sources = await release(projectId, person, { settings: old.settings, baseNumber })
      const act = { projectId, by: person.mail, why }
      const undone = await store.settings.undo({ ...act, number, baseNumber, sources })
      return announce({ ...act, number: undone, undoOf: number })
    },
    async publishFirst() {
      for (const first of await listFirst(store, configs.current)) {
        const { projectId, settings } = first
        const sources = sourcesOf(settings, check(projectId, settings).fixed.block) ?? []
        const act = { projectId, by: null, why: FIRST_WHY }
        const number = await store.settings.publishFirst({ ...first, ...act, sources })
        if (number !== undefined) announce({ ...act, number, undoOf: null })
      }
    },
    async writeFile(projectId) {
      const { published } = await state(projectId)
      const { firstVersion: _, ...merged } = check(projectId, published?.settings ?? {}).merged
      return { name: serviceOf(configs.current).file, text: writeFile(projectId, merged) }
    },
    listVersions: (projectId, before) =>
      store.settings.listVersions(projectId, { before, limit: VERSIONS_PER_PAGE + 1 }),
    async settle() {
      for (const { id, number } of await listPublished()) {
        const settings = await settingsOf(id, number)
        const sources = sourcesOf(settings, check(id, settings).fixed.block)
        if (sources === undefined) continue
        await prepareSources(id, sources)
        await store.settings.settleLive(id, sources)
      }
    },
    removeLeftSources: (now) =>
      store.sources.startRemovalOfLeft(new Date(now - LEFT_SOURCES_DAYS * DAY_MS).toISOString()),
    checkPublished,
  }
}

/** Whether each assistant can answer, and the judge of cases too. */
function checkAssistants(
  { config }: SettingsReading,
  environment: ProjectSettingsParts['environment'],
): readonly SettingsProblem[] {
  if (!config) return []
  const { assistants, cases, knowledgeAnswers } = config
  const { judge } = cases
  const main = assistants.get(DEFAULT_ASSISTANT) ?? createBareAssistant()
  const judges =
    judge === undefined
      ? []
      : attempt(['cases', 'judge'], '', () => createModel({ ...environment, model: judge }))
  const all = [...new Map(assistants).set(DEFAULT_ASSISTANT, main)].flatMap(([id, assistant]) => {
    const model = assistant.model ?? environment.model
    return attempt(['assistants', id], '', () =>
      checkAssistant({ ...assistant, model }, environment, knowledgeAnswers.onlyFromKnowledge),
    )
  })
  return [...all, ...judges]
}

/** Sources of settings, without those of the block; undefined if they are not well-formed. */
function sourcesOf(settings: WrittenBlock, block: WrittenBlock): readonly SetSource[] | undefined {
  const own = v.safeParse(knowledge, settings['knowledge'] ?? [])
  if (!own.success) return undefined
  const given = v.safeParse(knowledge, block['knowledge'] ?? [])
  const fixed = new Set(given.success ? given.output.map(keyOf) : [])
  return own.output
    .filter((source) => ['sitemap', 'url'].includes(source.kind) && !fixed.has(keyOf(source)))
    .map(({ kind, location, settings: options }) => ({
      kind,
      location,
      settings: JSON.stringify(options),
    }))
}

const keyOf = ({ kind, location }: Pick<SetSource, 'kind' | 'location'>): string =>
  `${kind} ${location}`

/** @throws AlcoveError `forbidden`, naming the fields. */
function requireOwner({ mayOwn }: SettingsPerson, before: WrittenBlock, after: WrittenBlock) {
  if (mayOwn) return
  const paths = ownerPaths(before, after)
  if (paths.length === 0) return
  const fields = paths.map((path) => path.join('.')).join(', ')
  throw new AlcoveError('forbidden', `Only owners change ${fields}.`, {
    hint: 'Ask an owner of the project.',
  })
}

const createFaultError = ([first]: readonly SettingsProblem[]): AlcoveError =>
  new AlcoveError('invalid_request', problemText(first!), {
    hint: 'Nothing was published.',
  })
