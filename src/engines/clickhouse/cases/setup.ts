/** What the server of the tests holds. */
export const SETUP = [
  'create database shop',
  'create table shop.things (id Int32, name String) engine = MergeTree order by id',
  "insert into shop.things values (0, 'thing 0'), (1, 'thing 1'), (2, 'thing 2')",
  `create table shop.orders (id UInt64, region LowCardinality(String) default 'none',
    total Nullable(Decimal(10, 2)) comment 'with tax', at DateTime64(3, 'UTC'), index by_total total type minmax)
    engine = MergeTree partition by toYYYYMM(at) order by (region, id) comment 'What was sold'`,
  'create view shop.named as select id, total from shop.orders',
  'create table shop.`odd "na.me` (`se``lect` Int8, `a.b` String) engine = Memory',
  'create table shop.`thi``ngs` (a Int8) engine = Memory',
]
