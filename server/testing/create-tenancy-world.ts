import { SignJWT } from 'jose'
import { createAccessTokens } from '../auth/access-token.ts'
import { createAnonymousIdentity, type Identity } from '../auth/identity.ts'
import type { StorePlace } from '../../scripts/store-place.ts'
import { createScriptedModel, sayText } from '../models/testing/scripted-model.ts'
import { createDocument, createPiece } from '../store/knowledge/knowledge-rows.test-support.ts'
import type { Store } from '../store/store.ts'
import {
  createTestApp,
  TEST_HOST_SECRET,
  TEST_SECRET,
  type TestApp,
  type TestAppOptions,
} from './create-test-app.ts'
import type { OwnedIds } from './route-sample.ts'
import { assistantsWith } from './test-assistants.ts'

export const ORIGIN = 'https://chat.test'
/** Contained in every text of the owner. */
export const SECRET_TEXT = 'canary-of-the-owner'
const TIME = '2026-11-21T05:00:00.000Z'
const HOUR_MS = 3_600_000

const PROJECTS = ['shop', 'depot', 'library', 'frozen']

export type Credentials = Readonly<Record<string, string>>
export type TenancyWorld = Awaited<ReturnType<typeof createTenancyWorld>>

/** Five projects, an owner in the first, and all kinds of other callers. */
export async function createTenancyWorld(
  place: StorePlace,
  options: Pick<TestAppOptions, 'onStatement'> = {},
) {
  const world = await createTestApp({
    ...options,
    place,
    env: { ALCOVE_PUBLIC_URL: ORIGIN },
    config: { projects: { shop: {}, depot: {}, library: { readOnly: true }, frozen: {} } },
    // Answers with one word at once, so that no answer runs during the next calls.
    assistants: assistantsWith(createScriptedModel(() => sayText('Hello.'))),
  })
  for (const id of PROJECTS) await world.store.projects.create({ id, name: id })
  await world.store.projects.setSuspended('frozen', true)
  const key = async (projectId: string, scope: 'server' | 'browser') =>
    (await world.apiKeys.create({ projectId, name: 'k', scope })).key
  const revoked = await world.apiKeys.create({ projectId: 'default', name: 'k', scope: 'server' })
  await world.apiKeys.revoke('default', revoked.row.id)
  const bearer = (token: string): Credentials => ({ Authorization: `Bearer ${token}` })
  const signed = async (identity: Identity): Promise<Credentials> => ({
    Authorization: (await world.signIn(identity)).authorization,
  })
  const owner = hostIdentity('default', 'owner', 'owner')
  const asOwner = { 'Aui-User-Id': 'owner', 'Aui-Workspace-Id': 'owner' }
  const serverKey = await key('default', 'server')
  const headers = {
    owner: await signed(owner),
    expired: await earlier(world, () => signed(owner)),
    'expired token of the host': bearer(await signHost(world, TEST_HOST_SECRET, -60)),
    forged: bearer(await signForged(world, owner)),
    'forged token of the host': bearer(await signHost(world, `${TEST_HOST_SECRET}!`, 600)),
    'another user': bearer(await signHost(world, TEST_HOST_SECRET, 600)),
    'another workspace': await signed(hostIdentity('default', 'elsewhere', 'owner')),
    anonymous: await signed(createAnonymousIdentity('default')),
    'browser key': { ...bearer(await key('default', 'browser')), ...asOwner },
    'server key': { ...bearer(serverKey), ...asOwner },
    'server key in a browser': { ...bearer(serverKey), ...asOwner, Origin: ORIGIN },
    'server key in a same-site browser': {
      ...bearer(serverKey),
      ...asOwner,
      'Sec-Fetch-Site': 'same-origin',
    },
    'revoked key': { ...bearer(revoked.key), ...asOwner },
    'another project': await signed(hostIdentity('shop', 'owner', 'owner')),
    'server key of another project': bearer(await key('depot', 'server')),
    'suspended project': await signed(hostIdentity('frozen', 'owner', 'owner')),
    'read-only project': await signed(hostIdentity('library', 'owner', 'owner')),
  } satisfies Record<string, Credentials>
  return { ...world, owner, headers, seed: () => seed(world, owner) }
}

const hostIdentity = (projectId: string, workspaceId: string, userId: string): Identity => ({
  projectId,
  workspaceId,
  userId,
  kind: 'host',
})

async function earlier<Result>({ clock }: TestApp, make: () => Promise<Result>): Promise<Result> {
  clock.ms -= HOUR_MS
  const made = await make()
  clock.ms += HOUR_MS
  return made
}

async function signForged({ clock }: TestApp, identity: Identity): Promise<string> {
  const tokens = createAccessTokens({ secret: `${TEST_SECRET}!`, now: () => clock.ms })
  return (await tokens.sign(identity)) ?? ''
}

function signHost({ clock }: TestApp, secret: string, lifeSeconds: number): Promise<string> {
  const end = clock.ms / 1000 + lifeSeconds
  return new SignJWT({ sub: 'mallory' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(end - 600)
    .setExpirationTime(end)
    .sign(new TextEncoder().encode(secret))
}

/** Creates one row of every kind for the owner, with new names. */
async function seed({ store, files, request, clock }: TestApp, owner: Identity): Promise<OwnedIds> {
  const name = `mine-${clock.ms++}`
  const thread = await store.threads.create(owner, {
    title: SECRET_TEXT,
    externalId: `${name}-thread`,
    lastMessageAt: TIME,
  })
  const content = { role: 'user', content: [{ type: 'text', text: SECRET_TEXT }] }
  const message = await store.messages.append(owner, thread.id, {
    parent: null,
    externalId: `${name}-message`,
    format: 'aui/v0',
    content,
    opensLease: true,
  })
  const run = await store.reports.addRun(owner, {
    threadId: thread.id,
    messageId: message.id,
    traceId: null,
    status: 'completed',
    modelId: null,
    durationMs: null,
    inputTokens: 1,
    outputTokens: 1,
    attributes: { note: SECRET_TEXT },
  })
  const score = await store.scores.put(owner, {
    name: 'seeded',
    dataType: 'categorical',
    value: null,
    stringValue: SECRET_TEXT,
    comment: null,
    threadId: thread.id,
    messageId: null,
    runId: null,
  })
  const upload = await files.requestUpload(owner, ORIGIN, { filename: `${SECRET_TEXT}.txt` })
  await request(upload.signedUrl.slice(ORIGIN.length), { method: 'PUT', body: SECRET_TEXT })
  return {
    thread: thread.id,
    threadName: `${name}-thread`,
    message: message.id,
    lease: message.leaseId!,
    messageName: `${name}-message`,
    run: run.id,
    score: score.id,
    source: await seedSource(store, owner.projectId, name),
    fileKey: upload.key,
    fileUrl: upload.publicUrl,
    user: owner.userId,
  }
}

/** A source with a document that its project finds. */
async function seedSource(store: Store, projectId: string, name: string): Promise<string> {
  const place = { kind: 'url', location: `https://pages.example/${SECRET_TEXT}/${name}` } as const
  const source = await store.sources.add({ projectId, ...place, settings: '{}', isFixed: false })
  const document = createDocument({ projectId, sourceId: source.id, address: place.location })
  await store.knowledge.saveDocument({ document, pieces: [createPiece(SECRET_TEXT)] })
  return source.id
}
