//! The part of JSON Schema that `openapi.json` uses. Every crate for the whole of it brings sixty others.

use std::collections::BTreeSet;

use regex::Regex;
use serde_json::{Map, Value};

/// Keywords that say nothing about values.
const SILENT: [&str; 3] = ["description", "pattern", "$ref"];

/// Collects what is wrong with `value` by a schema of the description.
pub struct Validator<'a> {
    description: &'a Value,
    pub wrong: Vec<String>,
}

impl<'a> Validator<'a> {
    pub const fn new(description: &'a Value) -> Self {
        Self {
            description,
            wrong: Vec::new(),
        }
    }

    /// Checks a value by the schema of that name.
    pub fn check(&mut self, name: &str, value: &Value) {
        let schema = &self.description["components"]["schemas"][name];
        assert!(schema.is_object(), "there is no schema {name}");
        self.value(schema, value, name);
    }

    fn is_valid(&self, schema: &Value, value: &Value) -> bool {
        let mut other = Self::new(self.description);
        other.value(schema, value, "");
        other.wrong.is_empty()
    }

    fn value(&mut self, schema: &Value, value: &Value, at: &str) {
        let schema = schema.as_object().expect("a schema");
        if let Some(place) = schema.get("$ref") {
            let place = place.as_str().and_then(|place| place.strip_prefix('#'));
            let target = place.and_then(|place| self.description.pointer(place));
            self.value(target.expect("a schema that is referred to"), value, at);
        }
        for (keyword, rule) in schema {
            let holds = match keyword.as_str() {
                "type" => is_of_type(rule, value),
                "enum" => rule.as_array().is_some_and(|words| words.contains(value)),
                "anyOf" => rule
                    .as_array()
                    .is_some_and(|schemas| schemas.iter().any(|one| self.is_valid(one, value))),
                "allOf" => rule
                    .as_array()
                    .is_some_and(|schemas| schemas.iter().all(|one| self.is_valid(one, value))),
                "minimum" => value
                    .as_f64()
                    .is_none_or(|value| Some(value) >= rule.as_f64()),
                "maximum" => value
                    .as_f64()
                    .is_none_or(|value| Some(value) <= rule.as_f64()),
                "maxLength" => value.as_str().is_none_or(|text| {
                    rule.as_u64()
                        .is_some_and(|most| text.chars().count() as u64 <= most)
                }),
                "minItems" => length(value).is_none_or(|length| Some(length) >= rule.as_u64()),
                "maxItems" => length(value).is_none_or(|length| Some(length) <= rule.as_u64()),
                "items" => {
                    for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.value(rule, item, &format!("{at}/{number}"));
                    }
                    true
                }
                "properties" | "required" | "additionalProperties" => true,
                silent => {
                    assert!(SILENT.contains(&silent), "the test does not know {silent}");
                    true
                }
            };
            if !holds {
                self.wrong
                    .push(format!("{at}: {value} breaks {keyword} {rule}"));
            }
        }
        if let (Some(pattern), Some(text)) = (schema.get("pattern"), value.as_str()) {
            let pattern = Regex::new(pattern.as_str().expect("text")).expect("a pattern");
            if !pattern.is_match(text) {
                self.wrong.push(format!("{at}: {text} breaks {pattern}"));
            }
        }
        if let Some(object) = value.as_object() {
            self.object(schema, object, at);
        }
    }

    fn object(&mut self, schema: &Map<String, Value>, object: &Map<String, Value>, at: &str) {
        let Some(known) = schema.get("properties").and_then(Value::as_object) else {
            return;
        };
        for (key, value) in object {
            match known.get(key) {
                Some(rule) => self.value(rule, value, &format!("{at}/{key}")),
                None => self.wrong.push(format!("{at}: {key} is not described")),
            }
        }
        let required = schema.get("required").and_then(Value::as_array);
        let required: BTreeSet<&str> = required
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        for key in required
            .into_iter()
            .filter(|key| !object.contains_key(*key))
        {
            self.wrong.push(format!("{at}: {key} is missing"));
        }
    }
}

fn length(value: &Value) -> Option<u64> {
    value.as_array().map(|items| items.len() as u64)
}

fn is_of_type(rule: &Value, value: &Value) -> bool {
    let is = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        other => panic!("there is no type {other}"),
    };
    match rule {
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(is),
        name => name.as_str().is_some_and(is),
    }
}
