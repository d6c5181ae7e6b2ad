import { mkdtempSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { openSignedIn } from './stage.ts'

const { page, faults } = await openSignedIn()
const dialog = page.getByRole('dialog')

async function drop(files: readonly { readonly name: string; readonly bytes: Buffer }[]) {
  const transfer = await page.evaluateHandle(
    (all) => {
      const held = new DataTransfer()
      for (const { name, bytes } of all) held.items.add(new File([new Uint8Array(bytes)], name))
      return held
    },
    files.map(({ name, bytes }) => ({ name, bytes: [...bytes] })),
  )
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer })
}

async function parquet() {
  const path = join(mkdtempSync(join(tmpdir(), 'upload-')), 'a.parquet')
  const connection = await (await DuckDBInstance.create()).connect()
  await connection.run(`copy (select 'from parquet' as origin) to '${path}'`)
  connection.closeSync()
  return readFile(path)
}

function workbook() {
  const zip = new ZipFile()
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name)
  const cell = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`
  add('xl/workbook.xml', '<workbook><sheets><sheet name="One" r:id="r1"/></sheets></workbook>')
  add('xl/_rels/workbook.xml.rels', '<Relationships><Relationship Id="r1" Target="s.xml"/></Relationships>')
  add('xl/s.xml', `<worksheet><sheetData>${cell('origin')}${cell('from excel')}</sheetData></worksheet>`)
  zip.end()
  return buffer(zip.outputStream)
}

it('makes a table of each file that is dropped on the editor, one after the other, and reads it', async () => {
  await page.goto('/sqllab/?new=true')
  await page.getByRole('button', { name: 'Upload a file' }).waitFor()
  await drop([
    { name: 'Some Numbers.csv', bytes: Buffer.from('origin;n\nfrom csv;1\n') },
    { name: 'listed.json', bytes: Buffer.from('[{"origin":"from json"}]') },
    { name: 'columns.parquet', bytes: await parquet() },
    { name: 'book.xlsx', bytes: await workbook() },
  ])
  const made = [
    ['some_numbers', 'from csv'],
    ['listed', 'from json'],
    ['columns', 'from parquet'],
    ['book', 'from excel'],
  ] as const
  for (const [table, origin] of made) {
    await dialog.getByRole('cell', { name: origin }).waitFor()
    expect(await dialog.getByLabel('Table', { exact: true }).inputValue()).toBe(table)
    await dialog.getByRole('button', { name: 'Create table' }).click()
    await dialog.getByRole('cell', { name: origin }).waitFor({ state: 'detached' })
  }
  await page.getByRole('treeitem', { name: /some_numbers/ }).waitFor()
  await page.getByRole('gridcell', { name: 'from excel' }).waitFor()
})

it('says how much of a file was sent, and stops it', async () => {
  const lines = Array.from({ length: 150_000 }, (_, line) => `${line},words of line ${line}`)
  const devtools = await page.context().newCDPSession(page)
  const network = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await page.setInputFiles('input[type=file]', {
    name: 'long.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`n,text\n${lines.join('\n')}\n`),
  })
  await dialog.getByRole('cell', { name: 'words of line 0', exact: true }).waitFor()
  await devtools.send('Network.enable')
  await network(400_000)
  await dialog.getByRole('button', { name: 'Create table' }).click()
  await dialog.getByText(/^[1-9]\d? % of \d.* sent$/).waitFor()
  expect(Number(await dialog.getByRole('progressbar').getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  const stopped = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/upload/'))
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await stopped
  await dialog.getByRole('progressbar').waitFor({ state: 'detached' })
  await network(-1)
  await dialog.getByRole('button', { name: 'Create table' }).click()
  await page.getByRole('treeitem', { name: /^long/ }).first().waitFor()
})

it('deletes a table that came from a file, after saying what goes with it', async () => {
  const row = (name: RegExp) => page.getByRole('treeitem', { name }).first()
  const menuOf = async (name: string) => {
    await row(new RegExp(name)).hover()
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  }
  await menuOf('penguins')
  await page.getByRole('menuitem', { name: 'Copy name' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Delete the table' }).count()).toBe(0)
  await page.getByRole('menuitem', { name: 'Copy name' }).click()
  await menuOf('some_numbers')
  await page.getByRole('menuitem', { name: 'Delete the table' }).click()
  await dialog.getByText('This dataset is deleted with it:').waitFor()
  await dialog.getByRole('link', { name: 'some_numbers' }).waitFor()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Deleted: some_numbers').waitFor()
  await row(/some_numbers/).waitFor({ state: 'detached' })
  await menuOf('listed')
  await page.getByRole('menuitem', { name: 'Delete the table' }).click()
  const token = (await (await page.request.get('/api/v1/security/csrf_token/')).json()).result
  const headers = { 'X-CSRFToken': token, referer: page.url() }
  expect((await page.request.delete('/api/v1/database/1/upload/listed/', { headers })).status()).toBe(200)
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Not found').waitFor()
  await row(/listed/).waitFor({ state: 'detached' })
})

it('says at its place what is wrong, and lets it be put right', async () => {
  await page.goto('/databaseview/list/')
  await page.getByRole('button', { name: 'Upload a file' }).waitFor()
  await drop([{ name: 'book.csv', bytes: Buffer.from('a,b\n1\n') }])
  await dialog.getByText('Line 2 has 1 values where the first line has 2.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await drop([{ name: 'book.csv', bytes: Buffer.from('code\n007\n') }])
  await dialog.getByRole('cell', { name: '007' }).waitFor()
  await dialog.getByRole('button', { name: 'Create table' }).click()
  await dialog.getByText('There is a table of this name.').waitFor()
  await dialog.getByLabel('Table', { exact: true }).fill('codes')
  await dialog.getByRole('button', { name: 'Create table' }).click()
  await page.getByRole('gridcell', { name: '007' }).waitFor()
  expect(faults).toEqual([])
})
