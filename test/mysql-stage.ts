import type { TestMysqlServer } from './mysql-server.ts'

/** Makes the tables, views and functions that the cases ask. */
export async function layOut(server: TestMysqlServer, isMariaDb: boolean): Promise<void> {
  await server.asOwner(['create database shop', 'create database sales', 'create database `odd ``name`'])
  await server.asOwner(
    [
      'create table things (id int, name text)',
      "insert into things values (0, 'thing 0'), (1, 'thing 1'), (2, 'thing 2')",
      "create table sales.regions (id int primary key, name varchar(20) not null default 'none')",
      `create table sales.orders (id bigint primary key, region int, total decimal(10, 2) comment 'with tax',
        at datetime(3), note json, unique by_time (region, at),
        constraint to_region foreign key (region) references sales.regions (id)) comment 'What was sold'`,
      'create view sales.named as select r.name, o.total from sales.orders o join sales.regions r on r.id = o.region',
      'create table `odd ``name`.`a.b "c"` (`select` int, `x.y` text)',
      `create table kinds (flag tinyint(1), odd_flag tinyint(1), filled int(8) zerofill, big bigint unsigned,
        money decimal(40,10), bit1 bit(1), bit64 bit(64), real4 float, year4 year, no_year year, doc json,
        pick enum('x','y'), picks set('p','q'), raw blob, fixed binary(3), note text character set utf8mb4,
        latin varchar(9) character set latin1, id16 ${isMariaDb ? 'uuid' : 'char(36)'}, place point, zero_date date, zero_time datetime, half_date date)`,
      "set sql_mode = ''",
      `insert into kinds values (1, 7, 42, 18446744073709551615, 123456789012345678901234567890.123456789,
        b'1', 18446744073709551615, 0.1, 2024, 0, '{"a": 9007199254740993}', 'y', 'p,q', x'00ff', 'ab', 'é😀', 'é',
        '00000000-0000-0000-0000-00000000002a', point(1, 2), '0000-00-00', '0000-00-00 00:00:00', '2024-00-00')`,
      'create function spy() returns bigint reads sql data return (select count(*) from sales.orders)',
      ...(isMariaDb ? ['create sequence numbers'] : []),
    ],
    'shop',
  )
}
