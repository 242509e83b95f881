//! Extract the insurance claim information from the following text.
//! - If you are unsure about a field, leave it as null.

use serde::{Deserialize, Serialize};

/// The input fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InsuranceClaimInfoInput {
    /// The field `claim_text`.
    pub claim_text: String,
}

/// The output fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InsuranceClaimInfoOutput {
    /// The field `claim`.
    pub claim: InsuranceClaim,
}

/// Top-level insurance claim object aggregating all extracted fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InsuranceClaim {
    /// Basic claim information.
    pub header: ClaimHeader,
    /// Policy information if available.
    pub policy_details: Option<PolicyDetails>,
    /// List of insured objects involved, if applicable.
    pub insured_objects: Option<Vec<InsuredObject>>,
    /// Structured incident details.
    pub incident_description: Option<IncidentDescription>,
}

/// Basic claim information (metadata about the claim intake).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimHeader {
    /// Claim ID in format `CLM-XXXXXX`, where `X` is a digit.
    pub claim_id: Option<String>,
    /// Date claim was reported in `YYYY-MM-DD` format.
    pub report_date: Option<String>,
    /// Date incident occurred in `YYYY-MM-DD` format.
    pub incident_date: Option<String>,
    /// Full name of person reporting claim.
    pub reported_by: Option<String>,
    /// Channel used to report claim.
    pub channel: Option<ClaimChannel>,
}

/// Channel used to report a claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ClaimChannel {
    /// `Email`
    Email,
    /// `Phone`
    Phone,
    /// `Portal`
    Portal,
    /// `InPerson`
    InPerson,
}

/// Policy information if available.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyDetails {
    /// Policy number in format `POL-XXXXXXXXX`, where `X` is a digit.
    pub policy_number: Option<String>,
    /// Full legal name on policy.
    pub policyholder_name: Option<String>,
    /// Type of insurance coverage.
    pub coverage_type: Option<CoverageType>,
    /// Policy effective start date in `YYYY-MM-DD` format.
    pub effective_date: Option<String>,
    /// Policy expiration end date in `YYYY-MM-DD` format.
    pub expiration_date: Option<String>,
}

/// Type of insurance coverage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CoverageType {
    /// `Property`
    Property,
    /// `Auto`
    Auto,
    /// `Liability`
    Liability,
    /// `Health`
    Health,
    /// `Travel`
    Travel,
    /// `Other`
    Other,
}

/// An insured object involved in the claim (vehicle, building, person, etc.).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InsuredObject {
    /// Unique identifier for insured object.
    ///
    /// For vehicles, use VIN format (e.g., `VIN12345678901234567`).
    /// For buildings, use `PROP-XXXXXX` format.
    /// For liability, use `LIAB-XXXXXX` format.
    /// For other objects, use `OBJ-XXXXXX` format,
    /// where `X` is a digit.
    pub object_id: Option<String>,
    /// Type of insured object.
    pub object_type: InsuredObjectType,
    /// Make and model for vehicles (use standardized manufacturer names and models),
    /// or building type for property.
    pub make_model: Option<String>,
    /// Year for vehicles or year built for buildings.
    pub year: Option<i32>,
    /// Full street address where object is located or originated from.
    pub location_address: Option<String>,
    /// Estimated monetary value in USD without currency symbol.
    pub estimated_value: Option<i64>,
}

/// Type of insured object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum InsuredObjectType {
    /// `Vehicle`
    Vehicle,
    /// `Building`
    Building,
    /// `Person`
    Person,
    /// `Other`
    Other,
}

/// Structured incident details.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IncidentDescription {
    /// Specific standardized incident type.
    pub incident_type: IncidentType,
    /// Standardized location type where incident occurred.
    pub location_type: LocationType,
    /// Estimated damage in USD without currency symbol.
    pub estimated_damage_amount: Option<i64>,
    /// Police report number if applicable.
    pub police_report_number: Option<String>,
}

/// Specific standardized incident type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum IncidentType {
    /// `RearEndCollision`
    RearEndCollision,
    /// `SideImpactCollision`
    SideImpactCollision,
    /// `HeadOnCollision`
    HeadOnCollision,
    /// `ParkingLotCollision`
    ParkingLotCollision,
    /// `HouseFire`
    HouseFire,
    /// `KitchenFire`
    KitchenFire,
    /// `ElectricalFire`
    ElectricalFire,
    /// `BurstPipeFlood`
    BurstPipeFlood,
    /// `StormDamage`
    StormDamage,
    /// `RoofLeak`
    RoofLeak,
    /// `SlipAndFall`
    SlipAndFall,
    /// `PropertyInjury`
    PropertyInjury,
    /// `ProductLiability`
    ProductLiability,
    /// `TheftBurglary`
    TheftBurglary,
    /// `Vandalism`
    Vandalism,
}

/// Standardized location type where incident occurred.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LocationType {
    /// `Intersection`
    Intersection,
    /// `Highway`
    Highway,
    /// `ParkingLot`
    ParkingLot,
    /// `Driveway`
    Driveway,
    /// `ResidentialStreet`
    ResidentialStreet,
    /// `ResidenceInterior`
    ResidenceInterior,
    /// `ResidenceExterior`
    ResidenceExterior,
    /// `CommercialProperty`
    CommercialProperty,
    /// `PublicProperty`
    PublicProperty,
}
