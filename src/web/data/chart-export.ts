import { fetchChartFile } from './chart-data.ts'
import type { EChartsType } from './chart-echarts.ts'
import type { FormData, RequestParts } from './chart-request.ts'

/** Saves the rows of a chart as a CSV file, as the database gives them. */
export async function downloadCsv(
  formData: FormData,
  parts: Pick<RequestParts, 'extra' | 'timeZone'>,
  name: string,
): Promise<void> {
  saveBlob(await fetchChartFile(formData, { ...parts, resultFormat: 'csv' }), `${fileName(name)}.csv`)
}

/** Saves the picture of a chart: PNG at twice its size, on the colour of its panel. */
export async function downloadImage(picture: EChartsType, name: string): Promise<void> {
  const box = picture.getDom()
  const background = getComputedStyle(box).getPropertyValue('--surface').trim() || '#ffffff'
  const source = picture.getDataURL({ backgroundColor: background, pixelRatio: 2, type: 'png' })
  const blob = source.startsWith('data:image/svg')
    ? await rasterise(source, box.clientWidth, box.clientHeight, background)
    : await (await fetch(source)).blob()
  saveBlob(blob, `${fileName(name)}.png`)
}

async function rasterise(source: string, width: number, height: number, background: string): Promise<Blob> {
  const image = new Image()
  image.src = source
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * 2
  canvas.height = height * 2
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('The browser cannot draw the picture')
  pen.fillStyle = background
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser cannot write the picture')))),
  )
}

function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

const fileName = (name: string) => name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^-+|-+$/g, '') || 'chart'
