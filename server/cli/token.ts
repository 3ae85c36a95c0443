import { safeParse } from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { ACCESS_TOKEN_LIFE_SECONDS, createAccessTokens } from '../auth/access-token.ts'
import {
  ANONYMOUS_PREFIX,
  anonymousIdentity,
  CLAIMED_PREFIX,
  isAnonymousId,
  isReservedId,
  SUBJECT_MAX,
  subjectSchema,
  type Identity,
} from '../auth/identity.ts'
import { command } from './command.ts'
import { CommandLineError, PROJECT_FLAG } from './flags.ts'

const MINUTE_MS = 60_000
export const TOKEN_MINUTES_MAX = ACCESS_TOKEN_LIFE_SECONDS / 60

export const tokenCommand = command({
  name: 'token',
  about: 'Sign an access token of a user, to try the API with',
  details:
    'It opens what the user may see and do, and nobody can take it back: it ends by itself.\n' +
    'Send it as "Authorization: Bearer <token>".',
  flags: {
    project: PROJECT_FLAG,
    user: { value: 'id', about: 'the user', isRequired: true },
    workspace: { value: 'id', about: "the workspace; the user's own when absent" },
    minutes: {
      value: 'n',
      about: `how long it lives, 1 to ${TOKEN_MINUTES_MAX}; ${TOKEN_MINUTES_MAX} when absent`,
    },
  },
  async run(tool, { project, user, workspace, minutes }) {
    const identity = readIdentity(project, user, workspace)
    const life = readMinutes(minutes) * MINUTE_MS
    // By the clock that the servers use.
    const time = await tool.withProject(project, async (store) => store.now())
    const { secret } = tool.readSettings()
    const endSeconds = Math.floor((time + life) / 1000)
    const tokens = createAccessTokens({ secret, now: () => time })
    const token = await tokens.sign(identity, endSeconds)
    if (token === undefined) throw new AlcoveError('internal', 'The token has ended already.')
    return { text: token, facts: { token, expires_at: new Date(endSeconds * 1000).toISOString() } }
  },
})

function readIdentity(projectId: string, userId: string, workspace: string | undefined): Identity {
  const workspaceId = workspace ?? userId
  requireId('--user', userId)
  requireId('--workspace', workspaceId)
  if (isAnonymousId(userId) && workspaceId === userId) return anonymousIdentity(projectId, userId)
  if (isReservedId(userId) || isReservedId(workspaceId)) throw createReservedError()
  return { projectId, workspaceId, userId, kind: 'host' }
}

const createReservedError = (): CommandLineError =>
  new CommandLineError(
    `Ids that begin with ${ANONYMOUS_PREFIX} or ${CLAIMED_PREFIX} are given out by the server only.`,
    {
      hint: `A visitor without a name has a workspace of their own: leave out --workspace. Users of a browser key (${CLAIMED_PREFIX}…) have no tokens.`,
    },
  )

function requireId(flag: string, id: string) {
  if (safeParse(subjectSchema, id).success) return
  throw new CommandLineError(
    `${flag} is ${JSON.stringify(id)}; expected 1 to ${SUBJECT_MAX} characters without white space.`,
  )
}

function readMinutes(text: string | undefined): number {
  const minutes = text === undefined ? TOKEN_MINUTES_MAX : Number(text)
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= TOKEN_MINUTES_MAX) return minutes
  throw new CommandLineError(
    `--minutes is ${JSON.stringify(text)}; expected a whole number from 1 to ${TOKEN_MINUTES_MAX}.`,
  )
}
