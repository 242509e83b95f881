//! The signatures of `schemas/` as a user of DSRs writes them.

use dspy_rs::{MetaSignature, Signature};
use schemars::JsonSchema;
use serde::Deserialize;

pub fn answer_signature() -> impl MetaSignature {
    AnswerSignature::new()
}

pub fn claim_signature() -> impl MetaSignature {
    ClaimSignature::new()
}

#[Signature]
struct AnswerSignature {
    /// Answer questions accurately and concisely.
    #[input(desc = "The question to answer")]
    question: String,
    #[output(desc = "A clear, direct answer")]
    answer: String,
}

#[Signature]
struct ClaimSignature {
    /// Extract the insurance claim information from the following text.
    /// - If you are unsure about a field, leave it as null.
    #[input]
    claim_text: String,
    #[output]
    claim: InsuranceClaim,
}

/// Top-level insurance claim object aggregating all extracted fields.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read, not used")]
pub struct InsuranceClaim {
    /// Basic claim information.
    header: ClaimHeader,
    /// Policy information if available.
    policy_details: Option<PolicyDetails>,
    /// List of insured objects involved, if applicable.
    insured_objects: Option<Vec<InsuredObject>>,
    /// Structured incident details.
    incident_description: Option<IncidentDescription>,
}

/// Basic claim information (metadata about the claim intake).
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read, not used")]
pub struct ClaimHeader {
    /// Claim ID in format `CLM-XXXXXX`, where `X` is a digit.
    claim_id: Option<String>,
    /// Date claim was reported in `YYYY-MM-DD` format.
    report_date: Option<String>,
    /// Date incident occurred in `YYYY-MM-DD` format.
    incident_date: Option<String>,
    /// Full name of person reporting claim.
    reported_by: Option<String>,
    /// Channel used to report claim.
    channel: Option<ClaimChannel>,
}

/// Channel used to report a claim.
#[derive(Debug, Deserialize, JsonSchema)]
pub enum ClaimChannel {
    Email,
    Phone,
    Portal,
    InPerson,
}

/// Policy information if available.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read, not used")]
pub struct PolicyDetails {
    /// Policy number in format `POL-XXXXXXXXX`, where `X` is a digit.
    policy_number: Option<String>,
    /// Full legal name on policy.
    policyholder_name: Option<String>,
    /// Type of insurance coverage.
    coverage_type: Option<CoverageType>,
    /// Policy effective start date in `YYYY-MM-DD` format.
    effective_date: Option<String>,
    /// Policy expiration end date in `YYYY-MM-DD` format.
    expiration_date: Option<String>,
}

/// Type of insurance coverage.
#[derive(Debug, Deserialize, JsonSchema)]
pub enum CoverageType {
    Property,
    Auto,
    Liability,
    Health,
    Travel,
    Other,
}

/// An insured object involved in the claim (vehicle, building, person, etc.).
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read, not used")]
pub struct InsuredObject {
    /// Unique identifier for insured object.
    ///
    /// For vehicles, use VIN format (e.g., `VIN12345678901234567`).
    /// For buildings, use `PROP-XXXXXX` format.
    /// For liability, use `LIAB-XXXXXX` format.
    /// For other objects, use `OBJ-XXXXXX` format,
    /// where `X` is a digit.
    object_id: Option<String>,
    /// Type of insured object.
    object_type: InsuredObjectType,
    /// Make and model for vehicles (use standardized manufacturer names and models),
    /// or building type for property.
    make_model: Option<String>,
    /// Year for vehicles or year built for buildings.
    year: Option<i32>,
    /// Full street address where object is located or originated from.
    location_address: Option<String>,
    /// Estimated monetary value in USD without currency symbol.
    estimated_value: Option<i64>,
}

/// Type of insured object.
#[derive(Debug, Deserialize, JsonSchema)]
pub enum InsuredObjectType {
    Vehicle,
    Building,
    Person,
    Other,
}

/// Structured incident details.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read, not used")]
pub struct IncidentDescription {
    /// Specific standardized incident type.
    incident_type: IncidentType,
    /// Standardized location type where incident occurred.
    location_type: LocationType,
    /// Estimated damage in USD without currency symbol.
    estimated_damage_amount: Option<i64>,
    /// Police report number if applicable.
    police_report_number: Option<String>,
}

/// Specific standardized incident type.
#[derive(Debug, Deserialize, JsonSchema)]
pub enum IncidentType {
    RearEndCollision,
    SideImpactCollision,
    HeadOnCollision,
    ParkingLotCollision,
    HouseFire,
    KitchenFire,
    ElectricalFire,
    BurstPipeFlood,
    StormDamage,
    RoofLeak,
    SlipAndFall,
    PropertyInjury,
    ProductLiability,
    TheftBurglary,
    Vandalism,
}

/// Standardized location type where incident occurred.
#[derive(Debug, Deserialize, JsonSchema)]
pub enum LocationType {
    Intersection,
    Highway,
    ParkingLot,
    Driveway,
    ResidentialStreet,
    ResidenceInterior,
    ResidenceExterior,
    CommercialProperty,
    PublicProperty,
}
