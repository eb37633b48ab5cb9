import Foundation

extension KeyedDecodingContainer {
    /// Reads the value of a key of a post's record with the post's site; `nil` where it is missing or null.
    ///
    /// Foundation's own `decodeIfPresent` with a configuration refuses null on Linux.
    func decodeUnlessNull<Value: DecodableWithConfiguration>(
        _ type: Value.Type, forKey key: Key, on site: Site
    ) throws -> Value? where Value.DecodingConfiguration == Site {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        return try decode(type, forKey: key, configuration: site)
    }
}
