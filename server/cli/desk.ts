import * as v from 'valibot'
import { mail as mailSchema, ROLES, type Role } from '../../shared/desk/access.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { PROGRAM } from '../../shared/program.ts'
import { recordAct } from '../desk/record-act.ts'
import { createSignIns } from '../desk/sign-ins.ts'
import { signInUrl } from '../desk/sign-in-url.ts'
import type { DeskPersonRow, Store } from '../store/store.ts'
import { textTable } from './answer-text.ts'
import { command, type Answer } from './command.ts'
import { CommandLineError } from './flags.ts'
import type { Tool } from './tool.ts'

const ROLES_TEXT = ROLES.join('|')

const openDeskCommand = command({
  name: 'desk',
  about: 'Print a link that signs an owner of the service in to the desk',
  details:
    'The first time it makes the first owner, whose mail address it needs. Later it prints a new link for an owner:\n' +
    'run it when you are locked out. Each run stands in the audit log.',
  flags: { mail: { value: 'address', about: 'whose link; needed unless there is one owner' } },
  run: (tool, { mail }) =>
    tool.withStore(async (store) => {
      const { people } = store.desk
      const owners = await people.list(null)
      if (owners.length === 0) {
        if (mail === undefined) throw new CommandLineError('Say who you are: --mail <address>.')
        return invite(tool, store, readMail(mail), { projectId: null, role: 'owner' })
      }
      const wanted = mail === undefined ? undefined : readMail(mail)
      const owner =
        wanted === undefined
          ? owners.length === 1 && owners[0]
          : owners.find((one) => one.mail === wanted)
      if (owner) return answerLink(tool, store, owner)
      const hint = `Owners: ${owners.map((one) => one.mail).join(', ')}. Others are invited by ${PROGRAM} desk invite.`
      throw wanted === undefined
        ? new CommandLineError('Say whose link: --mail <address>.', { hint })
        : new AlcoveError('not_found', `${wanted} is no owner of the service.`, { hint })
    }),
})

const inviteCommand = command({
  name: 'desk invite',
  takes: ['mail'],
  about: 'Let somebody open the desk, and print a link that signs them in once',
  details:
    'reader: sees conversations, personal data masked. editor: also writes notes and knowledge. owner: also unmasks,\n' +
    'exports, erases and invites. For somebody who has a role there already, the new one takes its place.',
  flags: {
    project: { value: 'id', about: 'the project that they may open' },
    role: { value: ROLES_TEXT, about: 'what they may do there' },
    service: { about: 'make them an owner of the whole service instead' },
  },
  async run(tool, { project, role, service }, word) {
    const mail = readMail(word)
    if (service) {
      if (project !== undefined || role !== undefined) {
        throw new CommandLineError('--service goes without --project and --role.')
      }
      return tool.withStore((store) =>
        invite(tool, store, mail, { projectId: null, role: 'owner' }),
      )
    }
    if (project === undefined) {
      throw new CommandLineError('Say where: --project <id>, or --service for the whole service.')
    }
    const place = { projectId: project, role: readRole(role) }
    return tool.withProject(project, (store) => invite(tool, store, mail, place))
  },
})

const listCommand = command({
  name: 'desk list',
  about: 'List who may open the desk',
  flags: {},
  async run(tool) {
    const rows = await tool.withStore((store) => store.desk.people.listAll())
    const table = rows.map((row) => [
      row.mail,
      row.projectId ?? '(service)',
      row.role,
      row.invitedAt,
      row.seenAt,
    ])
    return {
      text: textTable(['MAIL', 'PROJECT', 'ROLE', 'INVITED', 'SEEN'], table),
      facts: rows.map((row) => ({
        mail: row.mail,
        project_id: row.projectId,
        role: row.role,
        invited_at: row.invitedAt,
        seen_at: row.seenAt,
      })),
    }
  },
})

const removeCommand = command({
  name: 'desk remove',
  takes: ['mail'],
  about: 'End somebody’s roles and sessions at the desk, at once',
  flags: {},
  async run(tool, _, word) {
    const mail = readMail(word)
    await tool.withStore(({ desk }) =>
      recordAct(desk.audit, { ...BY_COMMAND, act: 'person.remove' }, async (settle) => {
        const person = await desk.people.findByMail(mail)
        const result = person && (await desk.people.remove(person.id))
        if (result === 'last') {
          throw new AlcoveError('conflict', `${mail} is the last owner of the service.`, {
            hint: `Invite another one first: ${PROGRAM} desk invite <mail> --service.`,
          })
        }
        if (result !== 'removed') {
          throw new AlcoveError('not_found', `${mail} may not open the desk.`, {
            hint: `All who may are listed by ${PROGRAM} desk list.`,
          })
        }
        await settle({ target: mail })
        return { result, isDone: true }
      }),
    )
    return { text: `${mail} may no longer open the desk.`, facts: { mail } }
  },
})

/** The command of one word comes last: it would match the others too. */
export const DESK_COMMANDS = [inviteCommand, listCommand, removeCommand, openDeskCommand]

const BY_COMMAND = { person: null, projectId: null }

interface Place {
  /** Null: the whole service. */
  readonly projectId: string | null
  readonly role: Role
}

async function invite(tool: Tool, store: Store, mail: string, place: Place): Promise<Answer> {
  const { projectId, role } = place
  const act = { ...BY_COMMAND, projectId, act: 'person.invite' }
  const person = await recordAct(store.desk.audit, act, async (settle) => {
    const result = await store.desk.people.invite(mail, place)
    await settle({ target: mail, details: { role } })
    return { result, isDone: true }
  })
  return answerLink(tool, store, person)
}

async function answerLink(
  tool: Tool,
  { desk, now }: Store,
  { id, mail }: Pick<DeskPersonRow, 'id' | 'mail'>,
): Promise<Answer> {
  const { deskIdleDays, deskSessionDays } = tool.readSettings()
  const settings = { idleDays: deskIdleDays, sessionDays: deskSessionDays }
  const signIns = createSignIns({ queries: desk.signIns, settings, now })
  const act = { ...BY_COMMAND, act: 'person.link' }
  const { token, endsAt } = await recordAct(desk.audit, act, async (settle) => {
    const result = await signIns.createLink(id)
    await settle({ target: mail })
    return { result, isDone: true }
  })
  const url = signInUrl(tool.findAddresses().desk, token)
  return {
    text: `${url}\n\nOpens the desk for ${mail}, once, within 15 minutes.`,
    facts: { mail, url, ends_at: endsAt },
  }
}

function readMail(text: string): string {
  const parsed = v.safeParse(mailSchema, text)
  if (parsed.success) return parsed.output
  throw new CommandLineError(`${JSON.stringify(text)}: expected a mail address.`)
}

function readRole(text: string | undefined): Role {
  const role = ROLES.find((one) => one === text)
  if (role !== undefined) return role
  throw new CommandLineError(
    text === undefined
      ? `Say what they may do: --role=<${ROLES_TEXT}>.`
      : `--role is ${JSON.stringify(text)}; expected ${ROLES.join(', ')}.`,
  )
}
