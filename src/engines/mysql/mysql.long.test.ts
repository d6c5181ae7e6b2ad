import { describeMariaDb, startMariaDb } from '../../../test/mariadb.ts'
import { mysqlCases } from '../../../test/mysql-cases.ts'

describeMariaDb('MariaDB', () =>
  mysqlCases({
    start: () => startMariaDb(),
    numbers: (count) => `select seq as n from seq_0_to_${count - 1}`,
    endless: 'select count(*) as endless from seq_1_to_1000000 a, seq_1_to_1000000 b',
    isMariaDb: true,
  }),
)
