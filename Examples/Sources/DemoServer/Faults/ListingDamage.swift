/// Breaks listings.
enum ListingDamage {
    /// Changes the listing of an answer; of several, as in a thread, the last.
    static func apply(to value: JSONValue, _ change: (inout JSONObject) -> Void) -> JSONValue {
        switch value {
        case .array(var listings):
            guard let last = listings.popLast() else { return value }
            return .array(listings + [apply(to: last, change)])
        case .object(var object):
            guard case .object(var data)? = object["data"], data["children"] != nil else { return value }
            change(&data)
            object["data"] = .object(data)
            return .object(object)
        default:
            return value
        }
    }

    static func empty(_ data: inout JSONObject) {
        data["children"] = .array([])
        data["after"] = .null
        data["dist"] = .int(0)
    }

    static func corruptChild(at index: Int, in data: inout JSONObject) {
        guard case .array(var children)? = data["children"], !children.isEmpty else { return }
        let index = min(max(0, index), children.count - 1)
        guard case .object(var child) = children[index], case .object(var content)? = child["data"] else { return }
        content["id"] = .int(42)
        content["name"] = .bool(false)
        content["title"] = .object([])
        content["body"] = .array([])
        content["created_utc"] = .string("yesterday")
        child["data"] = .object(content)
        children[index] = .object(child)
        data["children"] = .array(children)
    }
}
