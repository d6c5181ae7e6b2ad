// node:http that gives the same bytes with the same headers, whatever is asked.
import { createServer } from 'node:http'

let body = Buffer.alloc(0)
let headers = {}
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, headers)
    response.end(body)
  })
})

process.on('message', (message) => {
  body = Buffer.from(message.body, 'base64')
  headers = message.headers
  if (server.listening) process.send({ base: `http://127.0.0.1:${server.address().port}` })
  else server.listen(0, '127.0.0.1', () => process.send({ base: `http://127.0.0.1:${server.address().port}` }))
})
process.on('disconnect', () => process.exit(0))
