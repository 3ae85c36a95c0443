import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AlcoveError } from '../../shared/errors.ts'
import { ACCESS_TOKEN_LIFE_SECONDS } from '../auth/access-token.ts'
import { cleanFilename } from '../files/clean-filename.ts'
import { incomingName, keptName, type ObjectStore } from '../files/object-store.ts'
import { openObjects } from '../files/open-objects.ts'
import type { FileRow, Scope, UserData } from '../store/store.ts'
import { plural } from './answer-text.ts'
import { type Answer, command } from './command.ts'
import { PROJECT_FLAG } from './flags.ts'

const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700
const USER_FLAG = { value: 'id', about: 'the user', isRequired: true } as const

const exportUserCommand = command({
  name: 'user export',
  about: "Give out everything of a user: threads, messages, feedback, reports, files' facts",
  flags: {
    project: PROJECT_FLAG,
    user: USER_FLAG,
    out: { value: 'file', about: 'write the JSON there instead of printing it' },
    files: { value: 'folder', about: 'copy the files there, each in a folder named by its key' },
  },
  async run(tool, { project, user, out, files: folder }) {
    const data = await tool.withProject(project, (store) => store.users.export(project, user))
    requireAnything(data, project, user)
    const objects = openObjects(tool.readSettings(), tool.now)
    const of = { projectId: project, userId: user }
    const facts = userFacts(of, data, new Date(tool.now()).toISOString())
    const json = JSON.stringify(facts, null, 2)
    const path = out === undefined ? undefined : await writeExport(out, json)
    const copied = folder === undefined ? undefined : await copyFiles(objects, data.files, folder)
    if (path === undefined) return { text: json, facts }
    const lines = [`Wrote ${countsOf(data)} to ${path}.`]
    if (copied !== undefined) lines.push(copiedLine(copied, resolve(folder ?? '')))
    return { text: lines.join('\n'), facts: { path, files_copied: copied?.length ?? 0 } }
  },
})

const eraseUserCommand = command({
  name: 'user erase',
  about: 'Remove everything of a user, for good',
  details:
    'Without --yes it only says what there is. An access token of theirs that still lives ' +
    `(${ACCESS_TOKEN_LIFE_SECONDS / 60} minutes at most)\ncan make new data: erase once more after that time if it matters.\n` +
    'Backups keep what they have.',
  flags: {
    project: PROJECT_FLAG,
    user: USER_FLAG,
    yes: { about: 'do it' },
  },
  async run(tool, { project, user, yes }) {
    if (!yes) {
      const data = await tool.withProject(project, (store) => store.users.export(project, user))
      return describeUserData(data, project, user)
    }
    const { threads, runs, fileKeys } = await tool.withProject(project, (store) =>
      store.users.erase(project, user),
    )
    await removeObjects(openObjects(tool.readSettings(), tool.now), fileKeys)
    const facts = { erased: true, threads, reports: runs, files: fileKeys.length }
    if (threads + runs + fileKeys.length === 0) {
      const text = `User "${user}" had no threads, reports or files in project "${project}". Sessions and events, if there were any, are gone.`
      return { text, facts }
    }
    return {
      text: `Erased ${plural(threads, 'thread')}, ${plural(runs, 'report')} and ${plural(fileKeys.length, 'file')}, with all messages, feedback and sessions of user "${user}" in project "${project}".`,
      facts,
    }
  },
})

export const USER_COMMANDS = [exportUserCommand, eraseUserCommand]

const hasAnything = (data: UserData): boolean =>
  Object.values(data).some((rows: readonly unknown[]) => rows.length > 0)

const nothingText = (project: string, user: string): string =>
  `User "${user}" has nothing in project "${project}".`

function requireAnything(data: UserData, project: string, user: string) {
  if (!hasAnything(data)) throw new AlcoveError('not_found', nothingText(project, user))
}

function describeUserData(data: UserData, project: string, user: string): Answer {
  const { threads, messages, scores, reports, files } = data
  return {
    text: hasAnything(data)
      ? `User "${user}" of project "${project}" has ${countsOf(data)}. Say --yes to remove them for good.`
      : nothingText(project, user),
    facts: {
      erased: false,
      threads: threads.length,
      messages: messages.length,
      feedback: scores.length,
      reports: reports.length,
      files: files.length,
    },
  }
}

/**
 * Readable only for this user, since conversations are private; fails if the file exists, so that a repeated
 * command loses no export.
 */
async function writeExport(out: string, json: string): Promise<string> {
  const path = resolve(out)
  try {
    await writeFile(path, `${json}\n`, { mode: PRIVATE_FILE, flag: 'wx' })
    return path
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === 'EEXIST') {
      throw new AlcoveError('conflict', `There is a file ${path} already.`, {
        hint: 'Name another, or remove it first.',
        cause,
      })
    }
    throw new AlcoveError('invalid_request', `${path} cannot be written: ${message}.`, {
      hint: 'Is its folder there?',
      cause,
    })
  }
}

async function copyFiles(
  objects: ObjectStore,
  files: readonly FileRow[],
  folder: string,
): Promise<readonly string[]> {
  const copied: string[] = []
  for (const { key, filename, bytes } of files) {
    const content = bytes === null ? undefined : await objects.get(keptName(key), bytes)
    if (!content) continue
    const path = join(resolve(folder), key)
    await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER })
    await writeFile(join(path, cleanFilename(filename)), content, { mode: PRIVATE_FILE })
    copied.push(key)
  }
  return copied
}

const copiedLine = (copied: readonly string[], folder: string): string =>
  `Copied ${plural(copied.length, 'file')} to ${folder}.`

/** The rows are gone, so objects that are not removed now would never be found again. */
async function removeObjects(objects: ObjectStore, keys: readonly string[]): Promise<void> {
  try {
    await objects.remove(keys.flatMap((key) => [incomingName(key), keptName(key)]))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new AlcoveError(
      'unavailable',
      `The rows are erased, but the file store refused to remove their files (${reason}).`,
      { hint: `Remove these by hand: ${keys.map(keptName).join(' ')}`, cause },
    )
  }
}

const countsOf = ({ threads, messages, scores, reports, files }: UserData): string =>
  [
    plural(threads.length, 'thread'),
    plural(messages.length, 'message'),
    plural(scores.length, 'score'),
    plural(reports.length, 'report'),
    plural(files.length, 'file'),
  ].join(', ')

/** Named in each export. */
const LEFT_OUT = [
  'What providers of models sign or encrypt in answers and alone can read (step_memory).',
]

/** A user's data as one JSON document, with the names of the API. */
const userFacts = (
  { projectId, userId }: { readonly projectId: string; readonly userId: string },
  { threads, messages, scores, reports, files }: UserData,
  exportedAt: string,
) => ({
  exported_at: exportedAt,
  project_id: projectId,
  user_id: userId,
  threads: threads.map(toWireNames),
  messages: messages.map(toWireNames),
  feedback: scores.map(withoutScope),
  reports: reports.map(withoutScope),
  files: files.map(withoutScope),
  left_out: LEFT_OUT,
})

function withoutScope({ scope, ...rest }: { readonly scope: Scope }) {
  return toWireNames({ workspaceId: scope.workspaceId, ...rest })
}

/** Renames only the row's own fields: content and metadata are the client's. */
function toWireNames(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )
}
