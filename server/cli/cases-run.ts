import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CASE_SIDES, CASE_TIMES_MAX, type CaseSide } from '../../shared/desk/case-runs.ts'
import { CASES_MAX } from '../../shared/desk/cases.ts'
import { attemptsJson, caseResultsJson } from '../cases/run-report.ts'
import { writeJunit, type JunitCase } from '../cases/junit.ts'
import { connectCases } from '../connect-cases.ts'
import { connectKnowledge } from '../connect-knowledge.ts'
import { createGuardedPost } from '../files/fetch/guarded-post.ts'
import { createKnowledgeSearch } from '../knowledge/index/create-search.ts'
import { createAssistants } from '../models/create-assistants.ts'
import { createProjects } from '../projects/create-projects.ts'
import { loadConfig } from '../projects/load-config.ts'
import { DEFAULT_PROJECT } from '../projects/project.ts'
import type { Store } from '../store/store.ts'
import { plainText, plural } from './answer-text.ts'
import { CASE_PROJECT_FLAG } from './cases.ts'
import { command } from './command.ts'
import { CommandLineError } from './flags.ts'
import { findVectors } from './knowledge-vectors.ts'
import type { Tool } from './tool.ts'

/** Time between two looks at a run that a server works on. */
const LOOK_MS = 500

export const runCasesCommand = command({
  name: 'cases run',
  about: 'Ask all cases of a project, and judge the answers',
  details:
    'Ends with 1 if a case failed, or if the run ended before its end.\n' +
    'A running server takes the run, or this command does.',
  flags: {
    project: CASE_PROJECT_FLAG,
    on: { value: 'draft|live', about: 'settings that are asked; live when absent' },
    times: { value: 'n', about: 'times that each case is asked; 1 when absent' },
    junit: { value: 'file', about: 'writes the results as JUnit XML' },
  },
  run(tool, { project = DEFAULT_PROJECT, on, times, junit }) {
    const side = readSide(on)
    const count = readTimes(times)
    return tool.withProject(project, async (store) => {
      const cases = await openCases(tool, store, project)
      try {
        const asked = { sides: [side], times: count, by: null }
        const { id } = await cases.start(project, asked)
        await cases.work()
        // No limit: a server works on the run, whose answers have theirs.
        while (await store.caseRuns.isRunning(id)) {
          await delay(LOOK_MS)
          await cases.work()
        }
        return await tell(store, project, id, junit)
      } finally {
        await cases.stop()
      }
    })
  },
})

function readSide(text: string | undefined): CaseSide {
  const side = CASE_SIDES.find((each) => each === (text ?? 'live'))
  if (side) return side
  throw new CommandLineError(`--on is ${JSON.stringify(text)}; expected draft or live.`)
}

function readTimes(text: string | undefined): number {
  const times = text === undefined ? 1 : /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (times >= 1 && times <= CASE_TIMES_MAX) return times
  throw new CommandLineError(
    `--times is ${JSON.stringify(text)}; expected a whole number from 1 to ${CASE_TIMES_MAX}.`,
  )
}

/** Cases with the assistants of the configuration, as a server has them. */
async function openCases(tool: Tool, store: Store, projectId: string) {
  const settings = tool.readSettings()
  const { configPath, limits } = settings
  const { now } = tool
  const current = await loadConfig({ path: configPath, folder: process.cwd(), limits })
  const configs = { current }
  const projects = createProjects({ store, configs, environment: settings, now })
  const log = {
    error: (facts: object, text: string) => tool.warn(`${text} ${JSON.stringify(facts)}`),
  }
  const vectors = await findVectors(tool, store, projectId)
  const { knowledgeOf, draftKnowledgeOf } = connectKnowledge(
    { settings, store, log, now },
    projects,
    createKnowledgeSearch(store.knowledge, vectors?.search),
  )
  const assistants = createAssistants({
    knowledgeOf,
    configOf: async (id, assistant) => (await projects.find(id))?.assistants.get(assistant),
    settings,
    postTool: createGuardedPost({ allowsLoopback: settings.allowsLocalTools }),
  })
  return connectCases({ settings, configs, store, log, now }, projects, assistants, {
    make: assistants.make,
    modelOf: assistants.modelOf,
    knowledgeOf: draftKnowledgeOf,
  })
}

async function tell(store: Store, project: string, runId: string, junit: string | undefined) {
  const run = (await store.caseRuns.find(project, runId))!
  const attempts = await store.caseRuns.attempts(runId)
  const cases = await store.cases.list(project, CASES_MAX)
  const results = caseResultsJson(run, attempts, cases)
  const tests = results.cases.flatMap(({ caseId, name, sides }) =>
    sides.map(({ side }): JunitCase => ({
      name,
      side,
      attempts: attemptsJson(
        attempts.filter((each) => each.caseId === caseId && each.side === side),
      ),
    })),
  )
  if (junit !== undefined) writeFileSync(resolve(junit), writeJunit(tests))
  const failed = results.cases.filter(({ sides }) => sides.some((each) => each.failed > 0))
  const reasons = tests.flatMap(({ name, attempts: made }) => {
    const unmet = made.find(({ hasPassed }) => !hasPassed)?.checks.filter(({ isMet }) => !isMet)
    return (unmet ?? []).map(({ kind, expected, note }) =>
      [`  ${name}: ${kind} ${JSON.stringify(expected)} is not met.`, note]
        .filter(Boolean)
        .join(' '),
    )
  })
  const passed = results.cases.length - failed.length
  const ended = run.state === 'done' ? '' : ` The run ended early: ${run.state}.`
  return {
    text: plainText(
      [`${plural(passed, 'case')} passed, ${failed.length} failed.${ended}`, ...reasons].join('\n'),
    ),
    facts: results,
    hasFailed: run.state !== 'done' || failed.length > 0,
  }
}
