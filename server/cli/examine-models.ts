import { AlcoveError } from '../../shared/errors.ts'
import { createModel } from '../models/create-assistants.ts'
import { DEMO_MODEL_NAME } from '../models/demo-model.ts'
import { choiceKey, choiceName, type ModelChoice } from '../models/model-choice.ts'
import type { ModelLogEntry } from '../models/model-log.ts'
import {
  type Ability,
  answerTo,
  createQuestions,
  type Question,
} from '../models/model-questions.ts'
import { loadConfig } from '../projects/load-config.ts'
import type { ProjectConfigs } from '../projects/project.ts'
import type { Settings } from '../settings.ts'
import type { Answer } from './command.ts'
import type { Tool } from './tool.ts'

/** Limit of each question after the first, before which a server may load the model. */
export const QUESTION_LIMIT_MS = 60_000

/** A model, and the places that name it. */
interface UsedModel {
  readonly choice: ModelChoice
  readonly usedBy: readonly string[]
  /** True if an assistant with tools uses it. */
  readonly needsTools: boolean
}

interface Finding {
  readonly ability: Ability
  readonly can: boolean
  /** The trouble, and its remedy. */
  readonly problem?: string
}

interface Report extends UsedModel {
  readonly name: string
  readonly findings: readonly Finding[]
  /** Why it was not asked. */
  readonly reason?: string
  readonly isDemo: boolean
}

/** Asks each model of the configuration what it can do, with the key and the address of the settings. */
export async function examineModels(tool: Tool): Promise<Answer> {
  const settings = tool.readSettings()
  const { configPath, limits } = settings
  const configs = await loadConfig({ path: configPath, folder: process.cwd(), limits })
  const reports: Report[] = []
  for (const model of listModels(configs, settings)) reports.push(await examine(model, settings))
  return {
    text: reports.map(describe).join('\n'),
    facts: { models: reports.map(toFacts) },
    hasFailed: reports.some(hasFailed),
  }
}

function listModels(configs: ProjectConfigs, { model }: Settings): readonly UsedModel[] {
  const assistants = [...configs].flatMap(([id, block]) =>
    [...block.assistants].flatMap(([name, assistant]) => {
      const place = `projects.${id}.assistants.${name}`
      const hasTools = assistant.tools.length > 0
      const { titleModel, fallback } = assistant
      return [
        { choice: assistant.model ?? model ?? DEMO_MODEL_NAME, place, hasTools },
        ...(titleModel
          ? [{ choice: titleModel, place: `${place}.titleModel`, hasTools: false }]
          : []),
        ...(fallback ? [{ choice: fallback, place: `${place}.fallback`, hasTools }] : []),
      ]
    }),
  )
  const judges = [...configs].flatMap(([id, { cases }]) =>
    cases.judge === undefined
      ? []
      : [{ choice: cases.judge, place: `projects.${id}.cases.judge`, hasTools: false }],
  )
  const isUnused = model === undefined && assistants.length > 0
  const ofEnvironment = { choice: model ?? DEMO_MODEL_NAME, place: 'ALCOVE_MODEL', hasTools: false }
  const all = [...(isUnused ? [] : [ofEnvironment]), ...assistants, ...judges]
  return [...Map.groupBy(all, ({ choice }) => choiceKey(choice)).values()].map((users) => ({
    choice: users[0]!.choice,
    usedBy: users.map(({ place }) => place),
    needsTools: users.some(({ hasTools }) => hasTools),
  }))
}

async function examine(used: UsedModel, settings: Settings): Promise<Report> {
  const name = choiceName(used.choice)
  const report = { ...used, name, findings: [], isDemo: name === DEMO_MODEL_NAME }
  if (report.isDemo) return report
  try {
    const [word, ...others] = createQuestions()
    const first = await find(used.choice, settings, word)
    const findings = [first]
    // All others would fail for the same reason.
    for (const question of first.can ? others : []) {
      findings.push(await find(used.choice, settings, question, QUESTION_LIMIT_MS))
    }
    return { ...report, findings }
  } catch (error) {
    if (!(error instanceof AlcoveError)) throw error
    return { ...report, reason: [error.message, error.hint].filter(Boolean).join(' ') }
  }
}

/** @throws AlcoveError `config_invalid` if the model cannot be made. */
async function find(
  model: ModelChoice,
  settings: Settings,
  question: Question,
  totalMs?: number,
): Promise<Finding> {
  const entries: ModelLogEntry[] = []
  const limits = { retries: 0, ...(totalMs === undefined ? {} : { totalMs }) }
  const log = (entry: ModelLogEntry) => void entries.push(entry)
  const answer = await answerTo(createModel({ ...settings, model }, { log, limits }), question)
  const { ability } = question
  const failure = entries.find(({ event }) => event === 'model_failed')
  if (failure !== undefined) return { ability, can: false, problem: describeFailure(failure) }
  return { ability, can: question.isShownBy(answer) }
}

function describeFailure({ kind, status, detail, address, remedy }: ModelLogEntry): string {
  const facts = [kind, status, address].filter((fact) => fact !== undefined).join(', ')
  const words = detail === '' ? '' : `: ${detail.replace(/\.$/, '')}`
  return `(${facts})${words}. ${remedy ?? ''}`.trim()
}

const CAN: Readonly<Record<Ability, string>> = {
  word: 'It answers.',
  tool: 'It calls tools.',
  picture: 'It reads pictures.',
  reasoning: 'It shows its reasoning.',
}
const CANNOT: Readonly<Record<Ability, string>> = {
  word: 'It does not answer',
  tool: 'It does not call tools',
  picture: 'It does not read pictures',
  reasoning: 'It shows no reasoning',
}
/** For an answer without the ability and without a failure. */
const ADVICE: Readonly<Record<Ability, string>> = {
  word: ': the answer was empty. Name another model, or one that thinks less before it answers.',
  tool: ': it answered without the call. Name another model for assistants and pages with tools, or write can: { tools: false }.',
  picture:
    ': it did not see the colour of one. Write can: { images: false } in the assistant, or name another model.',
  reasoning: '. Nothing has to be changed: people see the answer alone.',
}

function describeFinding({ ability, can, problem }: Finding): string {
  if (can) return CAN[ability]
  return CANNOT[ability] + (problem === undefined ? ADVICE[ability] : ` ${problem}`)
}

function describe({ name, usedBy, findings, reason, isDemo }: Report): string {
  const lines = isDemo
    ? ['It is the built-in demo model, which needs no key and was not asked.']
    : reason === undefined
      ? findings.map(describeFinding)
      : [`It was not asked: ${reason}`]
  return [`${name} (${usedBy.join(', ')})`, ...lines.map((line) => `  ${line}`)].join('\n')
}

/** True if the model cannot do what its assistants need: to answer, and with tools to call them. */
function hasFailed({ findings, reason, needsTools }: Report): boolean {
  const lacks = (lacking: Ability) =>
    findings.some(({ ability, can }) => ability === lacking && !can)
  return reason !== undefined || lacks('word') || (needsTools && lacks('tool'))
}

function toFacts(report: Report) {
  const { name, usedBy, findings, reason = null } = report
  return {
    model: name,
    used_by: usedBy,
    can: Object.fromEntries(findings.map(({ ability, can }) => [ability, can])),
    problems: Object.fromEntries(
      findings.flatMap(({ ability, problem }) =>
        problem === undefined ? [] : [[ability, problem]],
      ),
    ),
    not_asked: reason,
    failed: hasFailed(report),
  }
}
