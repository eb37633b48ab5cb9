/// The collection of settings.
enum SettingSchemas {
    /// The settings that were changed.
    static let settings = CollectionSchema<SettingRecord>(name: "settings")

    static let all = [AnyCollectionSchema(settings)]
}
