import { readFile, writeFile } from 'node:fs/promises'
import * as v from 'valibot'
import { storedSettings, WHY_MAX_CHARACTERS } from '../../shared/desk/settings.ts'
import { PROJECT_CACHE_MS } from '../projects/create-projects.ts'
import { loadConfig } from '../projects/load-config.ts'
import { createProjectSettings } from '../projects/settings/project-settings.ts'
import { problemText } from '../projects/settings/read-settings.ts'
import type { ProjectSettingsService } from '../projects/settings/settings-service.ts'
import { textTable } from './answer-text.ts'
import { command, type Answer } from './command.ts'
import { CommandLineError, PROJECT_FLAG } from './flags.ts'
import type { Tool } from './tool.ts'

/** The command line has the rights of an owner, and no mail. */
const OPERATOR = { mail: null, mayOwn: true } as const
const WHY_FLAG = { value: 'text', about: 'the reason, for the history', isRequired: true } as const

const showCommand = command({
  name: 'settings show',
  about: 'Print the settings that a project’s owners published, as JSON',
  flags: {
    project: PROJECT_FLAG,
    draft: { about: 'the draft in place of the published version' },
  },
  run: (tool, { project, draft: wantsDraft }) =>
    withSettings(tool, project, async (service) => {
      const { draft, published } = await service.state(project)
      const settings = (wantsDraft ? draft : published)?.settings ?? {}
      const { problems } = service.check(project, settings)
      const facts = {
        number: published?.number ?? null,
        revision: draft?.revision ?? null,
        settings,
        problems,
      }
      const faults = problems.map((problem) => `\n${problemText(problem)}`).join('')
      return {
        text: JSON.stringify(settings, null, 2) + faults,
        facts,
        hasFailed: problems.length > 0,
      }
    }),
})

const versionsCommand = command({
  name: 'settings versions',
  about: 'List the newest published versions of a project’s settings',
  flags: { project: PROJECT_FLAG },
  run: (tool, { project }) =>
    withSettings(tool, project, async (service) => {
      const versions = await service.listVersions(project)
      const rows = versions.map(({ number, at, by, why, undoOf }) => [
        String(number),
        at,
        by ?? 'command line',
        undoOf === null ? '' : `of ${undoOf}`,
        why,
      ])
      return { text: textTable(['VERSION', 'AT', 'BY', 'UNDO', 'WHY'], rows), facts: versions }
    }),
})

const publishCommand = command({
  name: 'settings publish',
  about: 'Publish the draft of a project’s settings, or those of a file',
  details: 'A file of JSON takes the place of the draft; the draft is lost then.',
  flags: {
    project: PROJECT_FLAG,
    why: WHY_FLAG,
    from: { value: 'file', about: 'a file with the settings, as settings show prints them' },
  },
  run: (tool, { project, why, from }) =>
    withSettings(tool, project, async (service) => {
      requireWhy(why)
      const { draft, published } = await service.state(project)
      const revision =
        from === undefined
          ? draft?.revision
          : (
              await service.saveDraft(project, OPERATOR, {
                revision: draft?.revision ?? null,
                settings: await readSettingsFile(from),
              })
            ).revision
      if (revision === undefined) {
        throw new CommandLineError(`Project "${project}" has no draft. Give one with --from.`)
      }
      const baseNumber = published?.number ?? null
      const number = await service.publish(project, OPERATOR, { revision, baseNumber, why })
      return answerPublished(`Published version ${number}.`, number)
    }),
})

const undoCommand = command({
  name: 'settings undo',
  takes: ['version'],
  about: 'Publish an older version of a project’s settings again',
  flags: { project: PROJECT_FLAG, why: WHY_FLAG },
  run: (tool, { project, why }, version) =>
    withSettings(tool, project, async (service) => {
      requireWhy(why)
      const number = Number(version)
      if (!/^[1-9]\d{0,8}$/.test(version)) {
        throw new CommandLineError(`${JSON.stringify(version)}: expected the number of a version.`)
      }
      const { published } = await service.state(project)
      const baseNumber = published?.number ?? null
      const undone = await service.undo(project, OPERATOR, { number, baseNumber, why })
      return answerPublished(`Version ${number} is in effect again, as version ${undone}.`, undone)
    }),
})

const writeFileCommand = command({
  name: 'settings write-file',
  about:
    'Write the alcove.config.ts that says the same as the published settings, as far as it is values',
  flags: {
    project: PROJECT_FLAG,
    to: { value: 'file', about: 'where to; the terminal when absent. An existing file is refused' },
  },
  run: (tool, { project, to }) =>
    withSettings(tool, project, async (service) => {
      const { text } = await service.writeFile(project)
      if (to === undefined) return { text, facts: { text } }
      await writeFile(to, text, { flag: 'wx' })
      return { text: `Wrote ${to}.`, facts: { file: to } }
    }),
})

/** Settings that owners change while the service runs. */
export const SETTINGS_COMMANDS = [
  showCommand,
  versionsCommand,
  publishCommand,
  undoCommand,
  writeFileCommand,
]

async function withSettings(
  tool: Tool,
  project: string,
  work: (service: ProjectSettingsService) => Promise<Answer>,
): Promise<Answer> {
  const settings = tool.readSettings()
  const { configPath: path, limits } = settings
  const current = await loadConfig({ path, folder: process.cwd(), limits })
  return tool.withProject(project, (store) =>
    work(
      createProjectSettings({
        store,
        // This process answers no chat.
        projects: { forget: () => {} },
        configs: { current },
        environment: settings,
      }),
    ),
  )
}

const answerPublished = (sentence: string, number: number): Answer => ({
  text: `${sentence} Running servers know within ${PROJECT_CACHE_MS / 1000} seconds.`,
  facts: { number },
})

function requireWhy(why: string) {
  if (why.length <= WHY_MAX_CHARACTERS) return
  throw new CommandLineError(`--why: expected at most ${WHY_MAX_CHARACTERS} characters.`)
}

async function readSettingsFile(file: string) {
  const text = await readFile(file, 'utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new CommandLineError(`${file}: expected JSON.`)
  }
  const parsed = v.safeParse(storedSettings, value)
  if (parsed.success) return parsed.output
  throw new CommandLineError(`${file}: ${parsed.issues[0].message}.`)
}
