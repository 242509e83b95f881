//! The claim as a serde user would write it.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read, not used")]
pub(crate) struct Claim {
    header: ClaimHeader,
    policy_details: Option<PolicyDetails>,
    insured_objects: Option<Vec<InsuredObject>>,
    incident_description: Option<IncidentDescription>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read, not used")]
struct ClaimHeader {
    claim_id: Option<String>,
    report_date: Option<String>,
    incident_date: Option<String>,
    reported_by: Option<String>,
    channel: Option<ClaimChannel>,
}

#[derive(Debug, Deserialize)]
enum ClaimChannel {
    Email,
    Phone,
    Portal,
    InPerson,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read, not used")]
struct PolicyDetails {
    policy_number: Option<String>,
    policyholder_name: Option<String>,
    coverage_type: Option<CoverageType>,
    effective_date: Option<String>,
    expiration_date: Option<String>,
}

#[derive(Debug, Deserialize)]
enum CoverageType {
    Property,
    Auto,
    Liability,
    Health,
    Travel,
    Other,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read, not used")]
struct InsuredObject {
    object_id: Option<String>,
    object_type: InsuredObjectType,
    make_model: Option<String>,
    year: Option<i32>,
    location_address: Option<String>,
    estimated_value: Option<i64>,
}

#[derive(Debug, Deserialize)]
enum InsuredObjectType {
    Vehicle,
    Building,
    Person,
    Other,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "read, not used")]
struct IncidentDescription {
    incident_type: IncidentType,
    location_type: LocationType,
    estimated_damage_amount: Option<i64>,
    police_report_number: Option<String>,
}

#[derive(Debug, Deserialize)]
enum IncidentType {
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

#[derive(Debug, Deserialize)]
enum LocationType {
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
