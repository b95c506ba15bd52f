//! Reading of a form's values, with errors that keep what is wrong as values: those of `serde_json` are sentences alone.

use std::fmt;

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{
    DeserializeOwned, Deserializer, Error as _, Expected, IntoDeserializer, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Number, Value};

use super::fault::FormFault;
use crate::files::in_plain_words;
use crate::train::recipe::ValueFault;

/// Reads a recipe from the values of a form.
pub(super) fn parse<T: DeserializeOwned>(values: Value) -> Result<T, FormFault> {
    // A derived reader would take a list of values, too.
    if !values.is_object() {
        return Err(FormFault {
            key: None,
            fault: ValueFault::WrongType,
            text: "a recipe is one JSON object".to_owned(),
        });
    }
    serde_path_to_error::deserialize(FormValue(values)).map_err(|error| {
        let path = error.path().to_string();
        let error = error.into_inner();
        // What is wrong with the whole has the path of one point.
        let path = (path != ".").then_some(path);
        let key = match (path, error.missing) {
            (Some(table), Some(key)) => Some(format!("{table}.{key}")),
            (path, missing) => missing.map(str::to_owned).or(path),
        };
        FormFault {
            key,
            fault: error.fault,
            text: error.text,
        }
    })
}

/// Why a value cannot be read.
#[derive(Debug)]
struct FormError {
    fault: ValueFault,
    /// The key that must be given and is not.
    missing: Option<&'static str>,
    text: String,
}

impl FormError {
    const fn of(fault: ValueFault, text: String) -> Self {
        Self {
            fault,
            missing: None,
            text,
        }
    }
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for FormError {}

impl serde::de::Error for FormError {
    fn custom<T: fmt::Display>(text: T) -> Self {
        Self::of(ValueFault::Other, text.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let text = in_plain_words(&format!("invalid type: {found}, expected {expected}"));
        Self::of(ValueFault::WrongType, text)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let text = in_plain_words(&format!("invalid value: {found}, expected {expected}"));
        Self::of(ValueFault::WrongType, text)
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> Self {
        let text = format!("'{word}' is none of {}", known.join(", "));
        let word = word.to_owned();
        let known = known.iter().map(|&word| word.to_owned()).collect();
        Self::of(ValueFault::UnknownWord { word, known }, text)
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> Self {
        let text = format!("there is no key '{key}'; there are {}", known.join(", "));
        Self::of(ValueFault::UnknownKey, text)
    }

    fn missing_field(key: &'static str) -> Self {
        Self {
            missing: Some(key),
            ..Self::of(
                ValueFault::MissingKey,
                format!("the key '{key}' is missing"),
            )
        }
    }
}

/// A value that is read with such errors.
struct FormValue(Value);

impl IntoDeserializer<'_, FormError> for FormValue {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for FormValue {
    type Error = FormError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(truth) => visitor.visit_bool(truth),
            Value::Number(number) => visit_number(&number, visitor),
            Value::String(text) => visitor.visit_string(text),
            Value::Array(items) => {
                let mut items =
                    SeqDeserializer::<_, FormError>::new(items.into_iter().map(FormValue));
                let read = visitor.visit_seq(&mut items)?;
                items.end().map(|()| read)
            }
            Value::Object(keys) => {
                let keys = keys.into_iter().map(|(key, value)| (key, FormValue(value)));
                let mut keys = MapDeserializer::<'de, _, FormError>::new(keys);
                let read = visitor.visit_map(&mut keys)?;
                keys.end().map(|()| read)
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, FormError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FormError> {
        match self.0 {
            Value::String(word) => {
                let word: serde::de::value::StringDeserializer<FormError> =
                    word.into_deserializer();
                visitor.visit_enum(word)
            }
            _ => Err(FormError::invalid_type(
                Unexpected::Other("another value"),
                &"a word",
            )),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

fn visit_number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, FormError> {
    if let Some(number) = number.as_u64() {
        visitor.visit_u64(number)
    } else if let Some(number) = number.as_i64() {
        visitor.visit_i64(number)
    } else {
        visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN))
    }
}
