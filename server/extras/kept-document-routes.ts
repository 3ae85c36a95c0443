import { AlcoveError } from '../../shared/errors.ts'
import {
  documentAddressBodySchema,
  documentAddressSchema,
} from '../../shared/api/kept-documents.ts'
import { serviceOrigin } from '../routes/own-origin.ts'
import { route, type Route } from '../routes/route.ts'

export const keptDocumentRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/knowledge/documents/:id/address',
    params: { id: 'The document’s id, as a cited passage names it.' },
    summary: 'Get an address that shows the kept text of a cited document for some minutes',
    access: 'user',
    writes: false,
    body: documentAddressBodySchema,
    answers: { 200: documentAddressSchema },
    async handle(c, { params, body }, { keptDocuments, publicUrl }) {
      const { projectId, workspaceId, userId, kind } = c.var.identity
      const reader = { projectId, workspaceId, userId, isNamed: kind === 'host' }
      const address = await keptDocuments.addressOf(reader, params.id, body.piece_id)
      if (!address) throw new AlcoveError('not_found', 'Not Found')
      const url = serviceOrigin(c, publicUrl) + address.path
      return c.json({ url, expiresAt: address.expiresAt.toISOString() })
    },
  }),
]
