/**
 * What a query may call: functions that make a value of their arguments, and nothing else. Whatever DuckDB has beside them (files,
 * settings, secrets, other queries as text, what it learns with its next version) is refused because it is not here.
 *
 * Left out are also those that make texts or lists of any length from a number (`repeat`, `lpad`, `format`, `range` as a list): such a
 * value is not counted against DuckDB's memory.
 */
const AGGREGATES = `any_value approx_count_distinct approx_quantile arbitrary arg_max arg_min argmax argmin array_agg avg bit_and bit_or bit_xor
  bool_and bool_or corr count count_if count_star countif covar_pop covar_samp entropy favg first fsum geomean geometric_mean group_concat
  histogram kahan_sum kurtosis kurtosis_pop last list listagg mad max max_by mean median min min_by mode product quantile quantile_cont
  quantile_disc regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy sem skewness stddev stddev_pop
  stddev_samp string_agg sum sumkahan var_pop var_samp variance`;

const WINDOWS =
  'cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank rank_dense row_number';

const OPERATORS = `+ - * / // % ** ^ ~ & | << >> || ! !~~ ~~ ~~* !~~* ~~~ !~ ~* !~* @> <@ && @ -> ->> ^@ like_escape not_like_escape ilike_escape
  not_ilike_escape`;

const NUMBERS = `abs acos acosh add asin asinh atan atan2 atanh bit_count cbrt ceil ceiling cos cosh cot degrees divide even exp floor fmod gcd
  greatest greatest_common_divisor hash isfinite isinf isnan lcm least least_common_multiple ln log log10 log2 mod multiply pi pow power
  radians random round round_even roundbankers sign signbit sin sinh sqrt subtract tan tanh trunc xor`;

const TEXTS = `array_extract ascii base64 char_length character_length chr concat concat_ws contains damerau_levenshtein editdist3 ends_with
  format_bytes hamming instr jaccard jaro_similarity jaro_winkler_similarity lcase left length len levenshtein lower ltrim md5 nfc_normalize
  ord position prefix regexp_escape regexp_extract regexp_extract_all regexp_full_match regexp_matches regexp_replace regexp_split_to_array
  replace reverse right rtrim sha1 sha256 split split_part starts_with str_split str_split_regex string_split string_split_regex
  string_to_array strip_accents strlen strpos substr substring suffix translate trim ucase unicode upper url_decode url_encode`;

const TIMES = `age century current_date current_localtime current_localtimestamp current_time current_timestamp date_add date_diff date_part
  date_sub date_trunc datediff datepart datesub datetrunc day dayname dayofmonth dayofweek dayofyear decade epoch epoch_ms epoch_ns epoch_us
  era get_current_time get_current_timestamp hour isodow isoyear julian last_day make_date make_time make_timestamp make_timestamptz
  microsecond millennium millisecond minute month monthname nanosecond now quarter second strftime strptime time_bucket timezone today
  to_days to_hours to_microseconds to_milliseconds to_minutes to_months to_quarters to_seconds to_timestamp to_weeks to_years
  to_centuries to_decades to_millennia transaction_timestamp try_strptime week weekday weekofyear year yearweek`;

const CHOICES = 'coalesce constant_or_null if ifnull nullif typeof';

const NESTED = `apply array_append array_cat array_concat array_contains array_distinct array_filter array_has array_has_all array_has_any
  array_indexof array_length array_position array_slice array_sort array_to_json array_to_string array_transform array_value cardinality
  element_at filter flatten from_json json json_array json_array_length json_contains json_exists json_extract json_extract_path
  json_extract_path_text json_extract_string json_group_array json_group_object json_keys json_object json_structure json_transform
  json_type json_valid json_value list_any_value list_append list_apply list_avg list_cat list_concat list_contains list_count
  list_distinct list_element list_extract list_filter list_first list_has list_has_all list_has_any list_indexof list_intersect
  list_last list_max list_median list_min list_mode list_pack list_position list_product list_reduce list_reverse list_reverse_sort
  list_select list_slice list_sort list_stddev_samp list_string_agg list_sum list_transform list_unique list_value list_var_samp list_where
  list_zip map map_entries map_extract map_from_entries map_keys map_values row row_to_json struct_extract struct_insert struct_pack
  to_json unnest`;

/** Of the store itself: a number as it was sent, in its unit, and times as timestamps. */
const OWN = 'amount scaled_to utc_at utc_at_micros';

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

export const FUNCTIONS: ReadonlySet<string> = new Set(
  [AGGREGATES, WINDOWS, OPERATORS, NUMBERS, TEXTS, TIMES, CHOICES, NESTED, OWN].flatMap(words),
);

/** What may stand in FROM with arguments: rows that are counted up, or made of a value. */
export const TABLE_FUNCTIONS: ReadonlySet<string> = new Set(words('range generate_series unnest json_each json_tree'));
