/// An intent to set a field of a target, such as a vote: a toggle of which a status is shown.
package struct StatusIntent: Hashable, Sendable {
    /// The target, and the account that sends it.
    package var id: OwnedTarget
    /// The field.
    package var field: StatusField
    /// The values that it asks for; `nil` for a wish that this version does not know.
    package var values: ConfirmedValues?
}

extension OutboxEntry {
    /// The intent to set a field of a target; `nil` for a text, and for what is about another site.
    package var statusIntent: StatusIntent? {
        guard policy.isToggle, let field = StatusField(rawValue: lane.field), let target, target.site == account.site
        else { return nil }
        return StatusIntent(
            id: OwnedTarget(.account(account), target), field: field,
            values: value.flatMap { field.values(of: $0) })
    }
}
