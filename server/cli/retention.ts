import { createRetention } from '../desk/retention/create-retention.ts'
import { createProjects } from '../projects/create-projects.ts'
import { loadConfig } from '../projects/load-config.ts'
import { plural } from './answer-text.ts'
import { command } from './command.ts'
import { PROJECT_FLAG } from './flags.ts'

export const retentionCommand = command({
  name: 'retention',
  about: 'Tell which conversations the next removal removes, because they are too old',
  details:
    'How long a project keeps conversations is set by "retention" in its block of the configuration. A server removes\n' +
    'what is older each hour; this command removes nothing.',
  flags: {
    project: PROJECT_FLAG,
    'dry-run': { about: 'the same: the command only tells, with it and without' },
  },
  async run(tool, { project }) {
    const settings = tool.readSettings()
    const { configPath: path, limits } = settings
    const configs = await loadConfig({ path, folder: process.cwd(), limits })
    const preview = await tool.withProject(project, (store) => {
      const { now } = tool
      const projects = createProjects({
        store,
        configs: { current: configs },
        environment: settings,
        now,
      })
      return createRetention({ store, rulesOf: projects.rulesOf, now }).preview(project)
    })
    const { conversations, messages, isCut, oldest, namedDays, anonymousDays } = preview
    const idleDays = plural(preview.anonymousIdleDays, 'day')
    const days = (count: number | null) =>
      count === null ? 'for ever' : `for ${plural(count, 'day')}`
    const lines = [
      `Conversations of named users are kept ${days(namedDays)}.`,
      anonymousDays === null
        ? `Conversations of visitors are kept until ${idleDays} after they were here last (anonymousIdleDays).`
        : `Conversations of visitors are kept ${days(anonymousDays)}.`,
      `The next removal removes ${isCut ? 'more than ' : ''}${plural(conversations, 'conversation')} with ${plural(messages, 'message')}` +
        `${oldest === null ? '' : `, the oldest of ${oldest}`}.`,
    ]
    return { text: lines.join('\n'), facts: preview }
  },
})
