import ServerKit

/// Wraps things in the envelope that the site calls a listing.
enum ListingRenderer {
    static func json(_ children: [JSONValue], after: String? = nil, hasCount: Bool = true) -> JSONValue {
        .object([
            ("kind", .string("Listing")),
            (
                "data",
                .object([
                    ("after", .optional(after)), ("dist", hasCount ? .int(children.count) : .null),
                    ("modhash", .string("")), ("geo_filter", .string("")), ("children", .array(children)),
                    ("before", .null),
                ])
            ),
        ])
    }

    static func thing(_ kind: String, _ data: JSONObject) -> JSONValue {
        .object([("kind", .string(kind)), ("data", .object(data))])
    }
}
