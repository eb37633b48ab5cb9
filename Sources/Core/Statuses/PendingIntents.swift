package import Foundation

/// The intents of an account about one target that its server does not have yet, as far as is known.
package struct PendingIntents: Hashable, Sendable {
    /// The newest wish of each field; `nil` for a field without one.
    package var values = ConfirmedValues()
    /// The date at which the wish to save was made; `nil` where there is none.
    package var savedAt: Date?
    /// The fields of which something is unsettled, so that a read says nothing of them: those of ``values``, and those
    /// whose lane is to be read after an attempt of which nobody knows whether it arrived.
    package var unsettled: StatusFields = []

    /// Creates a value without an intent.
    package init() {}

    /// Takes in an intent that is newer than those before it.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - wish: The values that it asks for; `nil` where they are not known, and only that something is unsettled.
    ///   - date: The date of the wish.
    package mutating func take(_ field: StatusField, _ wish: ConfirmedValues?, at date: Date) {
        unsettled.insert(field.set)
        guard let wish else { return }
        switch field {
        case .vote: values.vote = wish.vote
        case .saved: (values.isSaved, savedAt) = (wish.isSaved, wish.isSaved == true ? date : nil)
        case .hidden: values.isHidden = wish.isHidden
        case .read: values.isRead = wish.isRead
        case .subscribed: values.isSubscribed = wish.isSubscribed
        }
    }
}

extension ConfirmedValues {
    /// The fields that have a value.
    package var fields: StatusFields {
        var fields: StatusFields = []
        if vote != nil { fields.insert(.vote) }
        if isSaved != nil { fields.insert(.saved) }
        if isHidden != nil { fields.insert(.hidden) }
        if isRead != nil { fields.insert(.read) }
        if isSubscribed != nil { fields.insert(.subscribed) }
        return fields
    }
}
