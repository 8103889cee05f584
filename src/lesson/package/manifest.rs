//! The manifest of a package: its one course, its one page, and the files that this needs.

use std::fmt::Write as _;

use super::edition::Scorm;
use engine::catalog;

/// The contents of a manifest.
pub(super) struct Manifest<'a> {
    pub(super) scorm: Scorm,
    pub(super) id: &'a str,
    pub(super) title: &'a str,
    /// The share of right tasks from which it is passed \[%\].
    pub(super) pass: Option<u8>,
    /// The names of the files of the page, the one that the platform opens first.
    pub(super) names: &'a [&'static str],
}

/// The namespaces of SCORM 1.2, and the attribute that marks the page.
const OF_1_2: [&str; 2] = [
    r#"xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2""#,
    r#"adlcp:scormtype="sco""#,
];

/// The same of SCORM 2004.
const OF_2004: [&str; 2] = [
    r#"xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss""#,
    r#"adlcp:scormType="sco""#,
];

impl Manifest<'_> {
    pub(super) fn to_xml(&self) -> String {
        let (version, [namespaces, kind]) = match self.scorm {
            Scorm::V1_2 => ("1.2", OF_1_2),
            Scorm::V2004 => ("2004 4th Edition", OF_2004),
        };
        // An id of a lesson is a valid XML identifier after a letter.
        let (id, title) = (escaped(self.id), escaped(self.title));
        let (in_item, in_organization) = self.passing();
        let page = self.names[0];
        let mut files = String::new();
        for name in self.names {
            // Writing to a string cannot fail.
            let _ = writeln!(files, r#"      <file href="{name}"/>"#);
        }
        format!(
            r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="flitscope-{id}" version="1.0" {namespaces}>
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>{version}</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>{title}</title>
      <item identifier="lesson" identifierref="page">
        <title>{title}</title>
{in_item}      </item>
{in_organization}    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" {kind} href="{page}">
{files}    </resource>
  </resources>
</manifest>
"#
        )
    }

    /// Returns the elements that make a platform compare the score with the share from which the lesson is passed, in the item and in
    /// the organization.
    fn passing(&self) -> (String, String) {
        match (self.scorm, self.pass) {
            (Scorm::V1_2, None) => (String::new(), String::new()),
            (Scorm::V1_2, Some(pass)) => (
                format!("        <adlcp:masteryscore>{pass}</adlcp:masteryscore>\n"),
                String::new(),
            ),
            (Scorm::V2004, pass) => {
                let (by_measure, measure) = match pass {
                    Some(pass) => (
                        true,
                        format!(
                            "<imsss:minNormalizedMeasure>{}</imsss:minNormalizedMeasure>",
                            f64::from(pass) / 100.0
                        ),
                    ),
                    None => (false, String::new()),
                };
                let sequencing = format!(
                    r#"        <imsss:sequencing>
          <imsss:objectives>
            <imsss:primaryObjective objectiveID="score" satisfiedByMeasure="{by_measure}">{measure}</imsss:primaryObjective>
          </imsss:objectives>
          <imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/>
        </imsss:sequencing>
"#
                );
                let flow = "      <imsss:sequencing><imsss:controlMode choice=\"true\" flow=\"true\"/></imsss:sequencing>\n";
                (sequencing, flow.to_owned())
            }
        }
    }
}

/// Escapes a text for an attribute or an element of HTML or XML, without characters that XML cannot contain.
pub(super) fn escaped(text: &str) -> String {
    let in_xml = |c: &char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    let text: String = text.chars().filter(in_xml).collect();
    catalog::escaped(&text)
}
