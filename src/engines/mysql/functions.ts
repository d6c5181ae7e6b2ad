/**
 * The functions that a statement may call: they compute from their arguments, or tell the time or who asks. Any other
 * name before a bracket is refused, so that functions of somebody's own, which may read any table, and those that wait,
 * lock, count, or look at the server's files stay out on every version.
 */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  [
    // Aggregates and windows
    'avg bit_and bit_or bit_xor count group_concat json_arrayagg json_objectagg max median min std stddev stddev_pop',
    'stddev_samp sum var_pop var_samp variance cume_dist dense_rank first_value lag last_value lead nth_value ntile',
    'percent_rank percentile_cont percentile_disc rank row_number any_value grouping approx_count_distinct',
    // Choices and casts
    'case cast coalesce convert greatest if ifnull interval isnull least nullif nvl nvl2 decode decode_oracle values value',
    'binary',
    // Numbers
    'abs acos asin atan atan2 ceil ceiling conv cos cot crc32 crc32c degrees exp floor format format_bytes ln log log10',
    'log2 mod oct pi pow power radians rand round sign sin sqrt tan truncate bit_count',
    // Texts
    'ascii bin bit_length char char_length character_length charset chr coercibility collation concat concat_ws elt',
    'export_set field find_in_set from_base64 hex insert instr lcase left length lengthb lower lpad ltrim make_set mid',
    'natural_sort_key octet_length ord position quote regexp_instr regexp_like regexp_replace regexp_substr repeat replace',
    'reverse right rpad rtrim sformat soundex space strcmp substr substring substring_index to_base64 to_char trim',
    'ucase unhex upper weight_string match against',
    // Times
    'adddate addtime add_months convert_tz curdate current_date current_time current_timestamp curtime date date_add',
    'date_format date_sub datediff day dayname dayofmonth dayofweek dayofyear extract from_days from_unixtime get_format',
    'hour last_day localtime localtimestamp makedate maketime microsecond minute month monthname now period_add',
    'period_diff quarter sec_to_time second str_to_date subdate subtime sysdate time time_format time_to_sec timediff',
    'timestamp timestampadd timestampdiff to_days to_seconds unix_timestamp utc_date utc_time utc_timestamp week weekday',
    'weekofyear year yearweek',
    // JSON
    'json_array json_array_append json_array_insert json_array_intersect json_compact json_contains json_contains_path',
    'json_depth json_detailed json_equals json_exists json_extract json_insert json_keys json_length json_loose json_merge',
    'json_merge_patch json_merge_preserve json_normalize json_object json_object_filter_keys json_object_to_array',
    'json_overlaps json_pretty json_query json_quote json_remove json_replace json_schema_valid json_search json_set',
    'json_storage_size json_table json_type json_unquote json_valid json_value',
    // Addresses, names and sums
    'inet_aton inet_ntoa inet6_aton inet6_ntoa is_ipv4 is_ipv4_compat is_ipv4_mapped is_ipv6 bin_to_uuid uuid_to_bin',
    'is_uuid md5 sha sha1 sha2 compress uncompress uncompressed_length aes_encrypt aes_decrypt uuid',
    'extractvalue updatexml',
    // Places
    'st_area st_asbinary st_asgeojson st_astext st_aswkb st_aswkt st_buffer st_centroid st_contains st_convexhull',
    'st_crosses st_difference st_dimension st_disjoint st_distance st_distance_sphere st_endpoint st_envelope st_equals',
    'st_exteriorring st_geomfromgeojson st_geomfromtext st_geomfromwkb st_geometryn st_geometrytype st_intersection',
    'st_intersects st_isclosed st_isempty st_issimple st_isvalid st_latitude st_length st_longitude st_makeenvelope',
    'st_numgeometries st_numinteriorrings st_numpoints st_overlaps st_pointfromtext st_pointn st_srid st_startpoint',
    'st_symdifference st_touches st_transform st_union st_within st_x st_y st_simplify st_geohash mbrcontains mbrwithin',
    'mbrintersects mbrdisjoint mbrequal mbroverlaps mbrtouches point linestring polygon multipoint multilinestring',
    'multipolygon geometrycollection',
    // Who asks, and where
    'current_user database schema session_user system_user user version connection_id current_role',
  ]
    .join(' ')
    .split(' '),
)

/** Keywords of every version that stand before a bracket without calling anything. */
export const BEFORE_BRACKET: ReadonlySet<string> = new Set(
  [
    'all and any as between by case check distinct distinctrow div else exists false from group having in intersect into',
    'except join like mod not null offset on or order partition regexp rlike row select set some straight_join table then',
    'true union using values when where xor key keys index primary unique fulltext foreign references constraint default',
    'signed unsigned binary char character varchar varbinary nchar decimal dec numeric fixed float double real integer int',
    'tinyint smallint mediumint bigint bit datetime timestamp time date year text tinytext mediumtext longtext blob',
    'tinyblob mediumblob longblob enum json columns interval ignore force use explain within',
  ]
    .join(' ')
    .split(' '),
)
