/// The licences that photos are wanted under.
public enum LicenseFilter: String, Hashable, Sendable, CaseIterable, Codable {
    case any, cc, commercial
    case publicDomain = "public-domain"
}
