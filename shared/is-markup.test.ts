import { expect, test } from 'vitest'
import { isMarkup } from './is-markup.ts'

test.each([
  '<html>\r\n<head><title>413 Request Entity Too Large</title></head>',
  '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">',
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>SignatureDoesNotMatch</Code>',
  '<Error><Code>AccessDenied</Code></Error>',
  '\uFEFF\n  <!doctype html>',
  '<!-- a padding to disable MSIE -->',
])('takes %j for a page', (text) => {
  expect(isMarkup(text)).toBe(true)
})

test.each([
  '',
  'No more today.',
  'Use <b> for bold.',
  '< 3 files, please',
  '<3',
  '{"message":"<html>"}',
  'no healthy upstream',
])('leaves %j a sentence', (text) => {
  expect(isMarkup(text)).toBe(false)
})
